/** The login form: a name and the token. */
import { html } from '../../web/html.ts';
import type { Content } from '../view/layout.ts';

const FAULTS = {
  token: 'Wrong token.',
  ended: 'You are no longer logged in. Nothing was recorded: log in, then send the form again.',
} as const;

interface Login {
  user: string;
  /** Path to which it leads. */
  next: string;
  fault?: keyof typeof FAULTS;
}

export function loginPage({ user, next, fault }: Login): Content {
  return {
    title: 'Log in',
    main: html`<h1>Log in</h1>
${fault !== undefined && html`<p class="faults" role="alert">${FAULTS[fault]}</p>`}
<form method="post" action="/login" class="card login">
<input type="hidden" name="next" value="${next}">
<label>Your name <input name="who" required maxlength="40" value="${user}" autocomplete="username"></label>
<label>Token <input type="password" name="token" required autocomplete="current-password" autofocus></label>
<p class="quiet">The token is the value of CONSOLE_TOKEN. The activity log records your name with each action.</p>
<button>Log in</button>
</form>`,
  };
}
