/** Sorts a table in the page (`[data-sort]`). Without it the headings are links to the page in another order. */
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-sort] a[data-key]') : null;
  const [heading, table] = [link?.closest('th'), link?.closest('table')];
  if (link === null || heading == null || table == null) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  sortBy(table, heading, link);
});

function sortBy(table: HTMLTableElement, heading: HTMLTableCellElement, link: HTMLAnchorElement): void {
  const isDown = heading.ariaSort === 'ascending';
  const address = new URL(link.href);
  const key = link.dataset.key ?? '';
  for (const other of table.tHead?.rows[0]?.cells ?? []) other.removeAttribute('aria-sort');
  heading.ariaSort = isDown ? 'descending' : 'ascending';
  address.searchParams.set('sort', isDown ? `-${key}` : key);
  history.replaceState(null, '', address);
  address.searchParams.set('sort', isDown ? key : `-${key}`);
  link.href = address.href;
  const body = table.tBodies[0];
  const at = heading.cellIndex;
  body?.append(
    ...Array.from(body.rows).sort(
      (a, b) =>
        compared(a.cells[at], b.cells[at], isDown) ||
        compared(a.cells[0], b.cells[0], false) ||
        compared(a.cells[1], b.cells[1], false),
    ),
  );
}

/** Cells without a value come last in either direction. Amounts of two currencies (`data-group`) are never compared. */
function compared(a: HTMLElement | undefined, b: HTMLElement | undefined, isDown: boolean): number {
  const [left, right] = [a?.dataset.value, b?.dataset.value];
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  const [ours = '', theirs = ''] = [a?.dataset.group, b?.dataset.group];
  if (ours !== theirs) return ours < theirs ? -1 : 1;
  const [x, y] = [Number(left), Number(right)];
  const isText = Number.isNaN(x) || Number.isNaN(y);
  const order = isText ? Number(left > right) - Number(left < right) : x - y;
  return isDown ? -order : order;
}
