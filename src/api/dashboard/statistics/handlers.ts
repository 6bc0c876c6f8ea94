/** Adds up the hours that are kept beside the messages: no message is read. */
import type { AccountStore } from '#accounts/account-store.ts';
import { add, formatExact, zero } from '#core/money.ts';
import { type CallerPorts, findAccount } from '../caller.ts';
import { give, type Handler, handle } from '../handler.ts';
import { accountStatistics } from './definitions.ts';
import { type FigurePorts, figureHandlers } from './figures.ts';
import { type MailFigurePorts, mailFigureHandlers } from './mail-figures.ts';
import { byStep, refuseSpan, stepsOf } from './steps.ts';

export type StatisticsPorts = CallerPorts &
  FigurePorts &
  MailFigurePorts & { readonly spending: Pick<AccountStore, 'listSpentHours'> };

export function statisticsHandlers(ports: StatisticsPorts): readonly Handler[] {
  return [
    handle(accountStatistics, async ({ accountId, query }) => {
      const { mode, from, until } = query;
      const refusal = refuseSpan(query);
      if (refusal !== undefined) return refusal;
      const { currency, timeZone: zone } = await findAccount(ports, accountId);
      const starts = stepsOf(query, zone);
      const [fromMs = from] = starts;
      const wish = { accountId, purse: mode, fromMs, untilMs: until };
      const hours = (await ports.spending.listSpentHours(wish)).filter(
        ({ product }) => product === query.product,
      );
      return give({
        currency,
        zone,
        ...sumOf(hours),
        steps: byStep(starts, hours).map(({ atMs, within }) => ({ from: atMs, ...sumOf(within) })),
      });
    }),
    ...figureHandlers(ports),
    ...mailFigureHandlers(ports),
  ];
}

type Sum = Pick<Awaited<ReturnType<AccountStore['listSpentHours']>>[number], 'parts' | 'cost'>;

function sumOf(hours: readonly Sum[]) {
  return {
    parts: hours.reduce((sum, { parts }) => sum + parts, 0),
    cost: formatExact(hours.reduce((sum, { cost }) => add(sum, cost), zero)),
  };
}
