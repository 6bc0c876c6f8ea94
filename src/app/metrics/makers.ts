/** How metrics are made: each under our prefix, in the registry of its process. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Makers = ReturnType<typeof makersIn>;

export function makersIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[] = [],
    ) => new Counter<Label>({ name: `parley_${name}_total`, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge<Label>({ name: `parley_${name}`, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      { buckets, labelNames = [] }: { buckets: readonly number[]; labelNames?: readonly Label[] },
    ) => {
      const places = { buckets: [...buckets], registers };
      return new Histogram<Label>({ name: `parley_${name}`, help, labelNames, ...places });
    },
  };
}
