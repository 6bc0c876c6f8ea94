/**
 * A comparison for which the planner has nothing but a look into the column's index. Behind a plain `=` it may read the whole table
 * instead, and compare each of its rows with each row that is given: it does so where it takes the table for empty, as it is whenever a
 * quiet server is vacuumed. A plan that was made then is kept, and the table fills.
 */
export function byIndex(column: string, value: string): string {
  return `${column} = ANY (ARRAY[${value}])`;
}
