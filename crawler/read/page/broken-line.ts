/** Which lines of a document's source are one sentence that was broken where the file is wide enough. */

/** A line that goes on in lower case was broken for its length, if it is as long as this. */
const MIN_BROKEN = 40;
/** Two lines that are as long as these are of one paragraph, whatever the second begins with. */
const MIN_WIDE = { broken: 60, next: 40 };
const ENDS = /[.!?:;…|。！？：；]["'”’)*_]{0,4}$|\\$/;
/** What begins a line that is no more of the paragraph above. */
const BEGINS = /^(?:#{1,6}\s|[-*+>|_{<]|\d{1,3}[.)]\s)/;

/** Whether `line` goes on with what the line above it, `above`, says; both without the white space around them. */
export function isBroken(above: string, line: string): boolean {
  if (BEGINS.test(line) || ENDS.test(above) || above.length < MIN_BROKEN) return false;
  return /^\p{Ll}/u.test(line) || (above.length >= MIN_WIDE.broken && line.length >= MIN_WIDE.next);
}
