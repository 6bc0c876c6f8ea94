/** `route explain`: where a message to a number would go now, and why. */

import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { textOf } from '#core/input-form.ts';
import { operation } from '#core/operation.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { line } from '#core/value-kind.ts';
import { choiceReasons } from '#model/route-reason.ts';
import { Directory } from '#sms/directory.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import { explainRoute, verdictCodes, verdictReasons } from '#sms/routing/explain-route.ts';
import { conditionsOf } from '#sms/routing/health.ts';
import { gradeInput, operatorNames, routeView, viewRoute } from './route-view.ts';
import { routeForms } from './words.ts';

const phoneInput = textOf<PhoneNumber>(
  {
    // No country is home here: numbers are written in full.
    read: (text) => {
      const written = text.trim();
      return parsePhoneNumber(written.startsWith('+') ? written : `+${written}`, '');
    },
  },
  routeForms.phone,
);

type ExplainPorts = Parameters<typeof Directory.read>[0] & {
  readonly operators: Pick<OperatorStore, 'listHealth'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export const explain = operation({
  name: 'route explain',
  does: 'reads',
  needs: 'administrator',
  input: z.strictObject({
    to: phoneInput,
    sender: textOf(line(15), routeForms.sender).optional(),
    grade: gradeInput.optional(),
    urgent: z.boolean().default(false),
  }),
  output: z.object({
    to: z.string(),
    network: z.string().nullable(),
    /** Null: no route takes it. */
    operator: z.string().nullable(),
    reason: z.enum(choiceReasons).nullable(),
    /** In the order in which they are tried. */
    routes: z.array(
      routeView.extend({
        verdict: z.object({
          code: z.enum(verdictCodes),
          reason: z.enum(verdictReasons).optional(),
          weight: z.int().optional(),
        }),
      }),
    ),
  }),
  async run(ports: ExplainPorts, { to, sender = '', grade, urgent }) {
    const { operators, clock } = ports;
    const directory = await Directory.read({ operators });
    const conditionOf = conditionsOf(await operators.listHealth(), clock.nowMs());
    const wish = { phone: to, sender, grade: grade ?? undefined, urgent };
    const explained = explainRoute(directory, wish, { conditionOf, random: () => 0 });
    const names = await operatorNames(ports);
    return {
      to: formatPhone(to),
      network: explained.network ?? null,
      operator: explained.chosen?.operator ?? null,
      reason: explained.chosen?.reason ?? null,
      routes: explained.routes.map(({ route, verdict }) => ({
        ...viewRoute(route, names),
        verdict,
      })),
    };
  },
});
