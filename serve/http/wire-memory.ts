/**
 * Memory for ready answers: large pieces that are filled in turn and used again. An answer with a buffer of its own
 * stays beside the heap until V8 next looks at what is old, and leaves a hole of its size: three times the memory that
 * the answers need.
 *
 * It follows a cache of two halves (bounded-cache.ts): what the young half's answers lie in is used again when that
 * half, grown old, is dropped as a whole.
 */
import type { Piece, Wire } from './wire.ts';

const PIECE_BYTES = 1024 * 1024;
/** What is larger has a buffer of its own. */
const LARGEST = PIECE_BYTES / 4;

export class WireMemory {
  #young: Piece[] = [];
  #old: Piece[] = [];
  #free: Piece[] = [];

  /** Moves the bytes of an answer that enters the young half. */
  enter(wire: Wire): void {
    const { length } = wire.bytes;
    if (length > LARGEST) return;
    const piece = this.#pieceFor(length);
    const at = piece.used;
    piece.used += length;
    // Where they come from may be the same piece, used anew: `copy` minds that.
    wire.bytes.copy(piece.bytes, at);
    wire.bytes = piece.bytes.subarray(at, piece.used);
    wire.piece = piece;
  }

  /** The young half is the old one now, and nobody has the answers that were in that. */
  turn(): void {
    for (const piece of this.#old) if (!piece.isLent) this.#free.push(piece);
    this.#old = this.#young;
    this.#young = [];
  }

  /** Pieces that are held. */
  get count(): number {
    return this.#young.length + this.#old.length + this.#free.length;
  }

  #pieceFor(length: number): Piece {
    const last = this.#young.at(-1);
    if (last !== undefined && last.used + length <= PIECE_BYTES) return last;
    const piece = this.#free.pop() ?? { bytes: Buffer.allocUnsafeSlow(PIECE_BYTES), used: 0, isLent: false };
    piece.used = 0;
    this.#young.push(piece);
    return piece;
  }
}
