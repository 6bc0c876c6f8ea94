/** The plots that figures of messages and of mails have alike: how many, what share arrived, and how soon. */
import { type ReactNode, useCallback } from 'react';
import { useLanguage } from '../app/use-texts.tsx';
import { Chart } from './chart.tsx';
import type { Series } from './chart-series.ts';
import { beforeSeries } from './compared.tsx';
import { formatDuration, formatShare } from './format.ts';
import { Panel } from './panel.tsx';
import { Plots } from './plots.tsx';
import type { Axis } from './time-axis.ts';

type Delays = { readonly halfWithinMs: number | null; readonly mostWithinMs: number | null };
type Step = Delays & { readonly from: string };

type Of<One> = (step: One) => number | null;

/** How a line of these steps is made, and the line of what was before. */
export function linesOf<One extends Step>(
  steps: readonly One[],
  before: readonly One[] | undefined,
  nameBefore: string,
) {
  return {
    times: steps.map(({ from }) => Date.parse(from)),
    line: (name: string, tone: Series['tone'], of: Of<One>): Series => ({
      name,
      tone,
      values: steps.map(of),
    }),
    was: (of: Of<One>, name = nameBefore) => beforeSeries(name, before, of),
  };
}

export function delayLines<One extends Step>(
  { line, was }: Pick<ReturnType<typeof linesOf<One>>, 'line' | 'was'>,
  texts: { readonly halfWithin: string; readonly mostWithin: string; readonly before: string },
): readonly Series[] {
  return [
    line(texts.halfWithin, 'accent', (step) => step.halfWithinMs),
    line(texts.mostWithin, 'warn', (step) => step.mostWithinMs),
    ...was((step) => step.halfWithinMs, `${texts.before}: ${texts.halfWithin}`),
  ];
}

type FigurePlotsProps = {
  readonly axis: Axis;
  readonly texts: { readonly volume: string; readonly share: string; readonly delay: string };
  readonly drawn: { readonly times: readonly number[] } & Readonly<
    Record<'counts' | 'shares' | 'delays', readonly Series[]>
  >;
  readonly actions: ReactNode;
};

export function FigurePlots({ axis, texts, drawn, actions }: FigurePlotsProps) {
  const { language } = useLanguage();
  const asShare = useCallback((value: number) => formatShare(value, language), [language]);
  const asDelay = useCallback((value: number) => formatDuration(value, language), [language]);
  const { times, counts, shares, delays } = drawn;
  return (
    <Plots>
      <div data-whole>
        <Panel title={texts.volume} actions={actions}>
          <Chart label={texts.volume} times={times} axis={axis} series={counts} isBars />
        </Panel>
      </div>
      <Panel title={texts.share}>
        <Chart
          label={texts.share}
          times={times}
          axis={axis}
          series={shares}
          show={asShare}
          top={1}
        />
      </Panel>
      <Panel title={texts.delay}>
        <Chart label={texts.delay} times={times} axis={axis} series={delays} show={asDelay} />
      </Panel>
    </Plots>
  );
}
