/** A plot over time with a table of the same figures beside it, for those who do not see plots. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import classes from './chart.module.css';
import { type ChartProps, dashOf } from './chart-series.ts';
import { formatNumber } from './format.ts';
import { stepName } from './time-axis.ts';

const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }));

export function Chart(props: ChartProps) {
  const texts = useTexts(commonTexts);
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes['figure']} aria-label={props.label}>
      <div className={classes['head']}>
        <Legend {...props} />
        <Button size="compact-xs" variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? texts.chart : texts.table}
        </Button>
      </div>
      {isTable ? (
        <Figures {...props} />
      ) : (
        <Suspense fallback={<div className={classes['plot']} />}>
          <Plot {...props} />
        </Suspense>
      )}
    </figure>
  );
}

function Legend({ series, isBars = false }: Pick<ChartProps, 'series' | 'isBars'>) {
  return (
    <div className={classes['legend']}>
      {series.map((one, at) => (
        <span key={one.name} className={classes['key']}>
          {isBars && one.tone !== 'quiet' ? (
            <svg width="10" height="10" aria-hidden="true" data-tone={one.tone}>
              <rect width="10" height="10" rx="2" />
            </svg>
          ) : (
            <svg width="22" height="8" aria-hidden="true" data-tone={one.tone}>
              <line
                x2="22"
                y1="4"
                y2="4"
                strokeWidth="2"
                strokeDasharray={dashOf(at, one)?.join()}
              />
            </svg>
          )}
          {one.name}
        </span>
      ))}
    </div>
  );
}

function Figures({ times, series, label, axis, show }: ChartProps) {
  const { language } = useLanguage();
  const write = show ?? ((value: number) => formatNumber(value, language));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes['scroll']} tabIndex={0} aria-label={label}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((at, row) => (
            <tr key={at}>
              <th scope="row">{stepName(at, axis, language)}</th>
              {series.map(({ name, values }) => {
                const value = values[row];
                return <td key={name}>{typeof value === 'number' ? write(value) : '–'}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
