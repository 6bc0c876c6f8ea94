/** Whether operators take a bind: the console's own trial, of each whose binds are all away. */
import type { Clock } from '#core/clock.ts';
import { tryBind } from '#sms/links/try-bind.ts';
import { type Operator, operatorPasswordPlace } from '#sms/operator.ts';
import type { Installation } from '../installation.ts';
import { type Finding, fail, ok } from './finding.ts';
import { isUp } from './installed.ts';

type Opened = Pick<Installation, 'storage' | 'sealer'>;

/** There is one bind, and no pause before another whose length would be drawn. */
const random = (): number => 0;

/** What is bound is proved, and one bind more may be one too many for the operator. */
export async function tryOperators(
  { storage, sealer }: Opened,
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
        ? ok(`bind to ${operator.name}`, 'It is bound now, so nothing was tried.')
        : tryOperator(operator, sealer, clock),
    ),
  );
}

async function tryOperator(
  { name, settings, sealedPassword }: Operator,
  sealer: Opened['sealer'],
  clock: Clock,
): Promise<Finding> {
  const of = `bind to ${name}`;
  const password = sealer.open(sealedPassword, operatorPasswordPlace(name));
  const trial = await tryBind({ ...settings, password }, { clock, random });
  if (trial.isBound) {
    const itself = trial.peer === '' ? '' : ` It calls itself ${trial.peer}.`;
    return ok(of, `It binds, in ${trial.durationMs} ms.${itself}`);
  }
  const fix = `Compare what it gave you with parley operator show ${name}; it may have to admit the address of this machine.`;
  return fail(of, `${trial.why}.`, fix);
}
