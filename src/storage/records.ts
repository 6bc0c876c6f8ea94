/**
 * Rows of a join as records: a column under the name "message.accountId" is the field `accountId` of the row's record
 * `message`, so that what reads several tables at once copies no fields either.
 */

/** For SQL that is written by hand: columns of a table as fields of a record, which has its name if nothing is said. */
export function recordColumns(table: string, words: string, record = table): string {
  const columns = words.split(' ');
  return columns
    .map((column) => `${table}.${column} AS "${record}.${fieldName(column)}"`)
    .join(', ');
}

/** How a record names a column: `account_id` is `accountId`, an instant `created_at` is `createdAtMs`. */
export function fieldName(column: string): string {
  const name = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return /(?:^|_)(?:at|until|since|before)$/.test(column) ? `${name}Ms` : name;
}

type Values = readonly unknown[];
type Fields = Record<string, unknown>;
type Place = { readonly name: string; readonly place: number };

/** Makes rows of their values, for columns of these names. */
export function rowsOf(names: readonly string[]): (values: Values) => Fields {
  const places = names.map((name, place): Place => ({ name, place }));
  const own = places.filter(({ name }) => !name.includes('.'));
  const records = Map.groupBy(
    places.filter(({ name }) => name.includes('.')),
    ({ name }) => name.slice(0, name.indexOf('.')),
  );
  const readOwn = fieldsOf(own);
  if (records.size === 0) return readOwn;
  const readers = [...records].map(([record, named]) => {
    const read = fieldsOf(
      named.map(({ name, place }) => ({ name: name.slice(record.length + 1), place })),
    );
    return { record, read };
  });
  return (values) => {
    const row = readOwn(values);
    for (const { record, read } of readers) row[record] = read(values);
    return row;
  };
}

function fieldsOf(places: readonly Place[]): (values: Values) => Fields {
  // A copy of it has its shape from the start: fields that are added one by one make a dictionary of many.
  const shape: Fields = Object.fromEntries(places.map(({ name }) => [name, null]));
  return (values) => {
    const fields = { ...shape };
    for (const { name, place } of places) fields[name] = values[place];
    return fields;
  };
}
