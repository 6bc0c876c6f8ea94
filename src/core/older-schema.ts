/** A database is of an older version of the program, and what was asked may not change its tables: a server's start does. */
export class OlderSchema extends Error {
  override readonly name = 'OlderSchema';
  /** Versions: of the schema that was found, of the one that this program has. */
  readonly found: number;
  readonly wanted: number;

  constructor({ found, wanted }: { readonly found: number; readonly wanted: number }) {
    super(
      `The database has schema ${found} and this program ${wanted}: start the server of this version first, which brings it up to date`,
    );
    this.found = found;
    this.wanted = wanted;
  }
}
