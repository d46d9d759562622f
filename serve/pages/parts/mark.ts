/** The paths of our mark, on a square of 24. */
export const MARK_SHAPE = 'M8 1.5h8L22.5 8v8L16 22.5H8L1.5 16V8z';
export const MARK_TICK = 'm7 12.2 3.4 3.6L17 8.5';
