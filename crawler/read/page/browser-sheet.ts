/**
 * What browsers hide by themselves, and what the classes of well-known frameworks hide where their sheets were not saved.
 *
 * Weighs nothing: whatever a page declares outweighs it. `-for-readers` marks text for screen readers, and what is hidden
 * from them, as closed tabs and menus are.
 */
import { NOT_DRAWN_MARK } from '../../../data/page.ts';

/** React streams content in a hidden element `S:1` and puts it in its place by script. */
export const BROWSER_SHEET = `
:where([hidden]:not([id^="S:"]), [${NOT_DRAWN_MARK}]:not([id^="S:"])), :where([popover], datalist, dialog:not([open])) { display: none }
:where(.hidden, .d-none, .is-hidden, .hide, .ng-hide) { display: none }
:where(.sr-only, .visually-hidden, .screen-reader-text, [class*="visuallyHidden"], [class*="srOnly"]) { -for-readers: always }
:where([aria-hidden="true"]) { -for-readers: never }
`;
