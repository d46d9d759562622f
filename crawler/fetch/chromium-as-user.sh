#!/bin/sh
# Starts the Chromium of CHROMIUM_PATH as an ordinary user, since its sandbox refuses root. The user gets the profile's folder.
set -eu
user=65534
chromium=$CHROMIUM_PATH
unset CHROMIUM_PATH
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
