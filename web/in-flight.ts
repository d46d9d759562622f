/**
 * Bounds what all connections hold in memory: unread requests and unsent answers. Beyond the bound, the connections that
 * have sent nothing for longest are ended.
 */
import type { Socket } from 'node:net';

/** A thousand stalled downloads. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Held {
  bytes: number;
  /** Bytes sent when it was last looked at; none before. */
  sentBefore: number;
}

export class InFlight {
  readonly #most: number;
  readonly #onCut: () => void;
  /** The one that was looked at longest ago first. */
  readonly #held = new Map<Socket, Held>();
  #bytes = 0;

  /** @param onCut called for each connection that is ended */
  constructor({ most = MOST_BYTES, onCut = () => {} }: { most?: number; onCut?: () => void } = {}) {
    this.#most = most;
    this.#onCut = onCut;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Counts bytes until the returned function is called. May end this or another connection. */
  hold(socket: Socket, bytes: number): () => void {
    const held = this.#held.get(socket) ?? { bytes: 0, sentBefore: -1 };
    this.#held.set(socket, held);
    held.bytes += bytes;
    this.#bytes += bytes;
    if (this.#bytes > this.#most) this.#cut();
    return () => {
      // Otherwise the connection is cut, and so its bytes are not counted any more.
      if (this.#held.get(socket) !== held) return;
      held.bytes -= bytes;
      this.#bytes -= bytes;
      if (held.bytes === 0) this.#held.delete(socket);
    };
  }

  /** A connection that has sent something since it was last looked at goes to the end of the queue. */
  #cut(): void {
    for (const [socket, held] of this.#held) {
      if (this.#bytes <= this.#most) return;
      this.#held.delete(socket);
      if (socket.bytesWritten !== held.sentBefore) {
        held.sentBefore = socket.bytesWritten;
        this.#held.set(socket, held);
      } else {
        this.#bytes -= held.bytes;
        this.#onCut();
        socket.destroy();
      }
    }
  }
}
