/** A CSV table as the field of an operation: each row is an object of this shape, each cell read as a flag would be. */
import { z } from 'zod';
import { type Columns, parseTable } from './csv-table.ts';
import { defaultOf, formOf, fromText, noted } from './input-form.ts';

/** A hundred thousand rows; half of what the socket of a running server takes in a line. */
export const tableBytesMax = 8 * 1024 * 1024;

export const tableForm = { en: 'a CSV table with a heading', fr: 'un tableau CSV avec un titre' };

/** Columns are named as fields are, in snake case. Defaults of the shape are what empty cells stand for. */
export function tableInput<Shape extends z.ZodRawShape>(shape: Shape, rowsMax: number) {
  type Row = z.output<z.ZodObject<Shape>>;
  const names = Object.keys(shape);
  const columns: Columns = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [columnOf(name), readerOf(schema)]),
  );
  const schema = z
    .string()
    .max(tableBytesMax)
    .transform((text, context): readonly Row[] => {
      const reading = parseTable(text, columns, rowsMax);
      if (reading.ok) {
        return reading.rows.map(
          (row) => Object.fromEntries(names.map((name) => [name, row[columnOf(name)]])) as Row,
        );
      }
      context.addIssue({ code: 'custom', params: { reason: reading.problem } });
      return z.NEVER;
    });
  return noted(schema, { form: tableForm, isFile: true, fileBytesMax: tableBytesMax });
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A column whose cells read as the field would. */
export function readerOf(schema: z.core.$ZodType): Columns[string] {
  return {
    form: formOf(schema),
    read(text) {
      const parsed = (schema as z.ZodType).safeParse(fromText(schema, text));
      return parsed.success ? parsed.data : undefined;
    },
    otherwise: defaultOf(schema),
  };
}
