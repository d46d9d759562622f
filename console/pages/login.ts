/** The login form: a name and the token. */
import { html } from '../../web/html.ts';
import type { Content } from '../view/layout.ts';

export function loginPage({ user, next, isWrong }: { user: string; next: string; isWrong: boolean }): Content {
  return {
    title: 'Log in',
    main: html`<h1>Log in</h1>
${isWrong && html`<p class="faults" role="alert">Wrong token.</p>`}
<form method="post" action="/login" class="card login">
<input type="hidden" name="next" value="${next}">
<label>Your name <input name="who" required maxlength="40" value="${user}" autocomplete="username"></label>
<label>Token <input type="password" name="token" required autocomplete="current-password" autofocus></label>
<p class="quiet">The token is the value of CONSOLE_TOKEN. The activity log records your name with each action.</p>
<button>Log in</button>
</form>`,
  };
}
