/** The canvas of a chart. Its library is loaded with the first one that is shown. */
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { useLanguage } from '../app/use-texts.tsx';
import type { Language } from '../texts/texts.ts';
import classes from './chart.module.css';
import { type ChartProps, dashOf, type Series } from './chart-series.ts';
import { formatNumber } from './format.ts';
import { markNames, marksApart, stepName } from './time-axis.ts';

const height = 220;
const stepS = { hour: 3_600, day: 86_400 };

export function Plot(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const scheme = useComputedColorScheme();
  const { times, series, show, top, isBars, axis } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read here
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const plot = new uPlot(
      { width: box.clientWidth, height, ...optionsOf(props, language, getComputedStyle(box)) },
      dataOf(props),
      box,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height }));
    observer.observe(box);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, show, top, isBars, axis.zone, axis.by, language, scheme]);
  return <div ref={place} className={classes['plot']} role="img" aria-label={props.label} />;
}

/** Drawn from the highest bar on, so that each stands before those that it is part of; lines last. */
function drawn({ series }: ChartProps) {
  const placed = series.map((one, place) => ({ one, place }));
  const isQuiet = ({ one }: (typeof placed)[number]) => one.tone === 'quiet';
  return [...placed.filter((one) => !isQuiet(one)).toReversed(), ...placed.filter(isQuiet)];
}

function dataOf(props: ChartProps): uPlot.AlignedData {
  const { times, series, isBars = false } = props;
  const stacked = series.filter(({ tone }) => tone !== 'quiet');
  const upTo = (place: number, at: number) =>
    stacked.slice(0, place + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
  const rows = drawn(props).map(({ one, place }) =>
    times.map((_, at) =>
      isBars && one.tone !== 'quiet' ? upTo(place, at) : (one.values[at] ?? null),
    ),
  );
  return [times.map((at) => at / 1_000), ...rows];
}

type Options = Omit<uPlot.Options, 'width' | 'height'>;

function optionsOf(props: ChartProps, language: Language, colours: CSSStyleDeclaration): Options {
  const { times, axis, top, isBars = false } = props;
  const write = props.show ?? ((value: number) => formatNumber(value, language));
  const grid = { stroke: colours.getPropertyValue('--parley-edge'), width: 1 };
  const stroke = colours.getPropertyValue('--mantine-color-dimmed');
  const [first = 0, last = 0] = [times[0], times.at(-1)].map((at) => (at ?? 0) / 1_000);
  const margin = stepS[axis.by] / 2;
  return {
    legend: { mount: (plot, table) => plot.over.append(table) },
    hooks: { setCursor: [moveLegend] },
    // Marks stand where days and hours of that zone begin.
    tzDate: (atS) => uPlot.tzDate(new Date(atS * 1_000), axis.zone),
    cursor: { drag: { setScale: false }, y: false },
    scales: {
      x: { range: [first - margin, last + margin] },
      y: { range: (_, least, most) => [Math.min(0, least), top ?? (most * 1.1 || 1)] },
    },
    series: [
      { value: (_, __, ___, at) => (at === null ? '' : stepName(times[at] ?? 0, axis, language)) },
      ...drawn(props).map(({ one, place }) => ({
        ...(isBars && one.tone !== 'quiet' ? barsOf(one, colours) : lineOf(one, place, colours)),
        label: one.name,
        value: (_: uPlot, __: number, ___: number, at: number | null) => {
          const value = at === null ? null : (one.values[at] ?? null);
          return value === null ? '–' : write(value);
        },
      })),
    ],
    axes: [
      {
        stroke,
        grid,
        ticks: grid,
        incrs: marksApart(axis),
        values: (_, marks, __, ___, apartS) =>
          markNames(marks, apartS, { zone: axis.zone, language }),
      },
      {
        stroke,
        grid,
        ticks: grid,
        size: (_, marks) => widthOf(marks),
        ...(isBars && { incrs: wholeSteps }),
        values: (_, marks) => marks.map((value) => write(value)),
      },
    ],
  };
}

/** Of the marks beside a plot, in pixels: money and long counts need more than two digits. */
function widthOf(marks: readonly string[] | null): number {
  const longest = Math.max(0, ...(marks ?? []).map((mark) => mark.length));
  return Math.max(60, longest * digitWidth + 22);
}

const digitWidth = 7;

/** Half of a message is none. */
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat();

function colourOf({ tone }: Series, colours: CSSStyleDeclaration): string {
  const names = { accent: '--parley-accent-text', quiet: '--mantine-color-dimmed' };
  return colours.getPropertyValue(
    tone === 'accent' || tone === 'quiet' ? names[tone] : `--parley-${tone}`,
  );
}

function barsOf(one: Series, colours: CSSStyleDeclaration): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.8, 48] });
  return {
    fill: colourOf(one, colours),
    stroke: colourOf(one, colours),
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars }),
  };
}

function lineOf(one: Series, place: number, colours: CSSStyleDeclaration): uPlot.Series {
  const dash = dashOf(place, one);
  return {
    stroke: colourOf(one, colours),
    width: 2,
    ...(dash && { dash }),
    points: { show: one.values.some(standsAlone) },
  };
}

/** No line leads to it: it is seen as a point, or not at all. */
function standsAlone(
  value: number | null,
  at: number,
  values: readonly (number | null)[],
): boolean {
  return value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
}

/** The library's legend says the values at the crosshair: it goes along, on the side that has room. */
function moveLegend({ over, cursor }: uPlot): void {
  const legend = over.querySelector<HTMLElement>('.u-legend');
  if (legend === null) return;
  const { left = -1 } = cursor;
  const isRight = left > over.clientWidth / 2;
  legend.hidden = left < 0;
  legend.style.insetInlineStart = isRight ? 'auto' : `${left + 12}px`;
  legend.style.insetInlineEnd = isRight ? `${over.clientWidth - left + 12}px` : 'auto';
}
