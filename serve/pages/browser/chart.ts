/**
 * The points of a chart (`svg[data-points]`): one tab stop with arrow keys between them, and a line beneath for the
 * point that is focused, touched or pointed at. Without it each line has a tab stop, and each point is a link.
 */
class Chart {
  readonly #lines: SVGAElement[][];
  readonly #words = document.createElement('span');
  readonly #link = document.createElement('a');
  #current: SVGAElement;

  constructor(lines: SVGAElement[][], first: SVGAElement) {
    this.#lines = lines;
    this.#current = first;
    for (const point of lines.flat()) point.setAttribute('tabindex', '-1');
    this.show(first);
  }

  readout(): HTMLElement {
    const line = document.createElement('p');
    line.className = 'readout';
    line.append(this.#words, ' ', this.#link);
    return line;
  }

  show(point: SVGAElement): void {
    this.#current.classList.remove('current');
    this.#current.setAttribute('tabindex', '-1');
    this.#current = point;
    point.classList.add('current');
    point.setAttribute('tabindex', '0');
    const to = point.getAttribute('href') ?? '';
    this.#words.textContent = `${point.getAttribute('aria-label')}.`;
    this.#link.href = to;
    this.#link.textContent = to.includes('#') ? 'See the table' : 'See the evidence';
  }

  /** Left and right along a line, up and down to the nearest point of another. */
  press(event: KeyboardEvent): void {
    const at = this.#lines.findIndex((line) => line.includes(this.#current));
    const line = this.#lines[at] ?? [];
    const place = line.indexOf(this.#current);
    const next = {
      ArrowRight: line[place + 1],
      ArrowLeft: line[place - 1],
      Home: line[0],
      End: line.at(-1),
      ArrowDown: nearest(this.#lines[at + 1] ?? [], centreOf(this.#current)),
      ArrowUp: nearest(this.#lines[at - 1] ?? [], centreOf(this.#current)),
    }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    next.focus();
  }

  point({ clientX: x, clientY: y }: PointerEvent): void {
    const found = nearest(this.#lines.flat(), { x, y });
    if (found !== undefined && found !== this.#current) this.show(found);
  }
}

interface Place {
  x: number;
  y: number;
}

function centreOf(point: Element): Place {
  const { left, top, width, height } = point.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function nearest(points: readonly SVGAElement[], { x, y }: Place): SVGAElement | undefined {
  let [found, least]: [SVGAElement | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const point of points) {
    const centre = centreOf(point);
    const distance = Math.hypot(centre.x - x, centre.y - y);
    if (distance < least) [found, least] = [point, distance];
  }
  return found;
}

for (const svg of document.querySelectorAll<SVGSVGElement>('svg[data-points]')) {
  const lines = Array.from(svg.querySelectorAll('.line, .events'), (line) => [
    ...line.querySelectorAll<SVGAElement>('a.point'),
  ]).filter((line) => line.length > 0);
  const first = lines[0]?.at(-1);
  if (first === undefined) continue;
  const chart = new Chart(lines, first);
  let isTouch = false;
  svg.after(chart.readout());
  svg.addEventListener('focusin', ({ target }) => {
    const point = target instanceof Element ? target.closest<SVGAElement>('a.point') : null;
    if (point !== null) chart.show(point);
  });
  svg.addEventListener('keydown', (event) => chart.press(event));
  svg.addEventListener('pointermove', (event) => chart.point(event));
  svg.addEventListener('pointerdown', (event) => {
    isTouch = event.pointerType === 'touch';
    chart.point(event);
  });
  // A finger reads the line beneath first; its link leads on.
  svg.addEventListener('click', (event) => {
    if (isTouch) event.preventDefault();
  });
}

export {};
