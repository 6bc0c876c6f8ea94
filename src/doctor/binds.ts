/** Whether operators take a bind: the console's own trial, of each whose binds are all away. */
import type { Clock } from '#core/clock.ts';
import { fillSentence } from '#core/words.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import { type Operator, operatorPasswordPlace } from '#sms/operator.ts';
import { type Finding, fail, ok } from './finding.ts';
import { findingParts } from './finding-words.ts';
import { isUp } from './installed.ts';
import type { DoctorInstallation } from './stores.ts';

/** There is one bind, and no pause before another whose length would be drawn. */
const random = (): number => 0;

/** What is bound is proved, and one bind more may be one too many for the operator. */
export async function tryOperators(
  { storage, sealer }: DoctorInstallation,
  clock: Clock,
): Promise<readonly Finding[]> {
  const { operators } = storage;
  const nowMs = clock.nowMs();
  const up = (await operators.listHealth()).filter((bind) => isUp(bind, nowMs));
  const bound = new Set(up.map(({ operatorId }) => operatorId));
  const live = (await operators.listOperators()).filter(
    ({ builtIn, state }) => !builtIn && state === 'active',
  );
  return Promise.all(
    live.map(async (operator) =>
      bound.has(operator.id)
        ? ok('operator is bound', { operator: operator.name })
        : tryOperator(operator, sealer, clock),
    ),
  );
}

async function tryOperator(
  { name, settings, sealedPassword }: Operator,
  sealer: DoctorInstallation['sealer'],
  clock: Clock,
): Promise<Finding> {
  const password = sealer.open(sealedPassword, operatorPasswordPlace(name));
  const trial = await tryBind({ ...settings, password }, { clock, random });
  if (trial.isBound) {
    const { peer, durationMs } = trial;
    const itself = peer === '' ? '' : fillSentence(findingParts.itself, { peer });
    return ok('bind was taken', { operator: name, durationMs, itself });
  }
  return fail('bind was refused', { operator: name, why: trial.why });
}
