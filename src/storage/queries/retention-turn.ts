/** Whose turn it is to forget: a number that every commit raises, so that of two walks one goes on. */
import type { Database, WriteStep } from './database.ts';

/** One walk over one table; it has the turn until another walk has committed. */
export class RetentionTurn {
  readonly #database: Database;
  readonly #name: string;
  #round: number;

  private constructor(database: Database, name: string, round: number) {
    this.#database = database;
    this.#name = name;
    this.#round = round;
  }

  static async take(database: Database, name: string): Promise<RetentionTurn> {
    const query = database.build
      .selectFrom('retention_round')
      .select('round')
      .where('name', '=', name);
    const [row] = await database.read(query);
    return new RetentionTurn(database, name, row?.round ?? 0);
  }

  /**
   * One commit. Gives the rows that the last step has changed; undefined, and nothing done, where another
   * walk has committed since this one began: it is further.
   */
  async commit(steps: readonly WriteStep[]): Promise<number | undefined> {
    const raise = this.#database.build
      .insertInto('retention_round')
      .values({ name: this.#name, round: 1 })
      .onConflict((standing) =>
        standing
          .column('name')
          .doUpdateSet((eb) => ({ round: eb('retention_round.round', '+', 1) }))
          .where('retention_round.round', '=', this.#round),
      );
    const written = await this.#database.write([{ query: raise, mustChange: true }, ...steps]);
    this.#round += 1;
    return written?.at(-1)?.changes;
  }
}
