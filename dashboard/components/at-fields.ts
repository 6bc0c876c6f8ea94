/** A refusal that names fields of a form is told at those fields; of the others the form tells. */
import { ApiFailure } from '../api/api-failure.ts';

type Told<Field> = {
  /** What is wrong with a field; undefined: nothing. */
  readonly errorOf: (field: Field) => string | undefined;
  /** What is about no field of the form; undefined: all is told. */
  readonly others: unknown;
};

export function atFields<Field extends string>(
  failure: unknown,
  fields: readonly Field[],
): Told<Field> {
  const problems = failure instanceof ApiFailure ? failure.fields : [];
  // A list is named with the place in it: `phones.0`.
  const of = (field: string) => fields.find((one) => one === field.split('.', 1)[0]);
  const isTold = problems.length > 0 && problems.every(({ field }) => of(field) !== undefined);
  return {
    errorOf(field) {
      const own = problems.filter((problem) => of(problem.field) === field);
      const messages = [...new Set(own.map(({ message }) => message))];
      return messages.join(' ') || undefined;
    },
    others: isTold ? undefined : failure,
  };
}
