/** A plot over time with a table of the same figures beside it, for those who do not see plots. */
import 'uplot/dist/uPlot.min.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import classes from './chart.module.css';
import { formatNumber } from './format.ts';
import { type Axis, markNames, stepName } from './time-axis.ts';

export type Series = {
  readonly name: string;
  /** One for each instant; null: nothing is known. */
  readonly values: readonly (number | null)[];
  readonly tone: 'accent' | 'bad' | 'warn' | 'info';
};

type ChartProps = {
  readonly label: string;
  /** Milliseconds since 1970, rising. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly axis: Axis;
  /** How a value is written; left out: as a number. */
  readonly show?: (value: number) => string;
  /** Where the axis ends, from 0; left out: a little above the highest value. */
  readonly top?: number;
};

const height = 220;

export function Chart(props: ChartProps) {
  const texts = useTexts(commonTexts);
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes['figure']} aria-label={props.label}>
      <div className={classes['head']}>
        <Legend series={props.series} />
        <Button size="compact-xs" variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? texts.chart : texts.table}
        </Button>
      </div>
      {isTable ? <Figures {...props} /> : <Plot {...props} />}
    </figure>
  );
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <div className={classes['legend']}>
      {series.map(({ name, tone }, at) => (
        <span key={name} className={classes['key']}>
          <svg width="22" height="8" aria-hidden="true" data-tone={tone}>
            <line
              x1="0"
              y1="4"
              x2="22"
              y2="4"
              strokeWidth="2"
              strokeDasharray={dashes[at]?.join()}
            />
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

/** Lines differ in more than their colour. */
const dashes: readonly (number[] | undefined)[] = [undefined, [6, 3], [2, 3], [9, 3, 2, 3]];

function Plot({ times, series, label, axis, show, top }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const { zone } = axis;
  const scheme = useComputedColorScheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read here
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const colours = getComputedStyle(box);
    const colourOf = (tone: Series['tone']) =>
      colours.getPropertyValue(tone === 'accent' ? '--parley-accent-text' : `--parley-${tone}`);
    const quiet = colours.getPropertyValue('--mantine-color-dimmed');
    const grid = { stroke: colours.getPropertyValue('--parley-edge'), width: 1 };
    const write = show ?? ((value: number) => formatNumber(value, language));
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height,
        legend: { show: false },
        // Marks stand where days and hours of that zone begin.
        tzDate: (atS) => uPlot.tzDate(new Date(atS * 1_000), zone),
        cursor: { drag: { setScale: false } },
        scales: top === undefined ? {} : { y: { range: [0, top] } },
        series: [
          {},
          ...series.map(({ name, tone, values }, at) => ({
            label: name,
            stroke: colourOf(tone),
            width: 2,
            ...(dashes[at] === undefined ? {} : { dash: dashes[at] }),
            points: { show: values.some(standsAlone) },
          })),
        ],
        axes: [
          {
            stroke: quiet,
            grid,
            ticks: grid,
            values: (_, marks, __, ___, apartS) => markNames(marks, apartS, { zone, language }),
          },
          {
            stroke: quiet,
            grid,
            ticks: grid,
            size: 60,
            values: (_, splits) => splits.map((value) => write(value)),
          },
        ],
      },
      [times.map((at) => at / 1_000), ...series.map(({ values }) => [...values])],
      box,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height }));
    observer.observe(box);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, show, top, zone, language, scheme]);
  return <div ref={place} className={classes['plot']} role="img" aria-label={label} />;
}

/** No line leads to it: it is seen as a point, or not at all. */
function standsAlone(
  value: number | null,
  at: number,
  values: readonly (number | null)[],
): boolean {
  return value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
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
