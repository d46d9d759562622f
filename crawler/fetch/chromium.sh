#!/bin/sh
# Starts the Chromium of CHROMIUM_PATH with a bound on the memory of each of its processes: CHROMIUM_MEMORY_KB of private
# writable memory, mapped or not. Where CHROMIUM_UID is set it runs as that user, who gets the profile's folder.
set -eu
chromium=$CHROMIUM_PATH
user=${CHROMIUM_UID-}
# A system that knows no such bound starts it without.
ulimit -d "$CHROMIUM_MEMORY_KB" 2>/dev/null || :
unset CHROMIUM_PATH CHROMIUM_UID CHROMIUM_MEMORY_KB
[ -n "$user" ] || exec "$chromium" "$@"
for argument; do
  case $argument in
  --user-data-dir=*)
    HOME=${argument#*=}
    export HOME
    chown -R "$user:$user" "$HOME"
    ;;
  esac
done
exec setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all -- "$chromium" "$@"
