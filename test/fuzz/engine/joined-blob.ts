/** A Blob that joins its pieces at once: Node's own, which is not what is fuzzed, takes two thirds of the time of inbound mail. */

type Piece = string | ArrayBuffer | Uint8Array;

export class JoinedBlob {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const pieces = this.#pieces.map(octetsOf);
    const whole = new Uint8Array(pieces.reduce((bytes, { length }) => bytes + length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole.buffer;
  }
}

function octetsOf(piece: Piece): Uint8Array {
  if (typeof piece === 'string') return Buffer.from(piece);
  return piece instanceof ArrayBuffer ? new Uint8Array(piece) : piece;
}
