/**
 * Several statements in one round trip and one transaction: they leave with one Sync behind them, and the server commits there
 * or keeps none of them (PostgreSQL 15, 55.2.4: an implicit transaction block). Between BEGIN and COMMIT each statement would have a Sync, an
 * answer that is sent at once, and a turn of this process of its own.
 */
import { Query, type QueryResult, type Connection as Wire } from 'pg';
import type { Parameter, Statement } from './statement.ts';

export type Asked = { readonly statement: Statement; readonly values: readonly Parameter[] };

/** What the library's connection has, as far as it is used here; its types ask for a second argument that it ignores. */
type Sending = {
  readonly stream: { cork(): void; uncork(): void };
  close(what: { readonly type: 'S'; readonly name: string }): void;
  parse(what: { readonly name: string; readonly text: string }): void;
  bind(what: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(what: { readonly type: 'P'; readonly name: string }): void;
  execute(what: { readonly portal: string }): void;
  sync(): void;
};

/** A result for each statement that was asked, or the first error; then none was kept. */
export type Heard = (error: unknown, results: readonly QueryResult[]) => void;

/** What the library sends as one query: it stays in its line, and hears of errors and a lost connection as others do. */
export class RoundTrip extends Query {
  readonly #asked: readonly Asked[];
  readonly #prepared: Set<string>;

  /** `prepared` has the names of the statements that the session knows; it is kept true here. */
  constructor(asked: readonly Asked[], prepared: Set<string>, heard: Heard) {
    super({ text: '' }, (error: Error | undefined, results: unknown) => {
      // Where one statement failed nobody knows which of those before it were prepared.
      if (error) for (const { statement } of asked) prepared.delete(nameOf(statement));
      heard(error, error ? [] : ([results].flat() as readonly QueryResult[]));
    });
    this.#asked = asked;
    this.#prepared = prepared;
  }

  override submit = (connection: Wire): void => {
    const wire = connection as unknown as Sending;
    wire.stream.cork();
    for (const each of this.#asked) this.#ask(wire, each);
    wire.sync();
    wire.stream.uncork();
  };

  #ask(wire: Sending, { statement, values }: Asked): void {
    const name = nameOf(statement);
    if (!this.#prepared.has(name)) {
      // A name that the server does not know is closed without an error.
      wire.close({ type: 'S', name });
      wire.parse({ name, text: statement.text });
      if (name !== '') this.#prepared.add(name);
    }
    wire.bind({ statement: name, values: values.map((value) => wireValue(value)) });
    wire.describe({ type: 'P', name: '' });
    wire.execute({ portal: '' });
  }
}

/** Apart from those that are asked alone, of which the library keeps a list of its own. */
function nameOf({ name }: Statement): string {
  return name === undefined ? '' : `${name} together`;
}

function wireValue(value: Parameter): string | Uint8Array | null {
  return typeof value === 'number' ? String(value) : value;
}
