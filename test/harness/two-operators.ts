/** The SMS engine with two operators on loopback: messages take the first while it is well, else the second. */
import { must } from '#core/assert.ts';
import type { Operator, OperatorSettings } from '#sms/operator.ts';
import type { Route } from '#sms/routing/route.ts';
import {
  type LinkWorld,
  type LinkWorldOptions,
  openLinkWorld,
  type Script,
  ScriptedOperator,
  take,
} from './link-world.ts';
import { anAuthor, aRoute } from './routes.ts';
import { anOperator } from './sms-world.ts';

export type TwoOperators = AsyncDisposable & {
  readonly world: LinkWorld;
  readonly first: ScriptedOperator;
  readonly second: ScriptedOperator;
  readonly one: Operator;
  readonly two: Operator;
  /** Reads the settings again, as after a change by the administrator. */
  readonly apply: () => Promise<void>;
  /** Lets time pass by the second, and all that it brings come to its end. */
  readonly pass: (seconds: number) => Promise<void>;
};

export type TwoOperatorsOptions = LinkWorldOptions & {
  readonly secondScript?: Script;
  readonly secondSettings?: Partial<OperatorSettings>;
  readonly secondRoute?: Partial<Route>;
};

export async function openTwoOperators(options: TwoOperatorsOptions = {}): Promise<TwoOperators> {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openLinkWorld({ balance: 1_000_000_000, ...options }));
  const { clock, sms } = world;
  const second = stack.use(new ScriptedOperator(clock, options.secondScript ?? take));
  await second.listen();
  const { operators } = sms.storage;
  const settings = { port: second.port, ...options.secondSettings };
  const made = must(
    await operators.createOperator(anOperator('two', false, settings), 'test'),
    'operator',
  );
  const way = { prefix: '', operatorId: made.id, priority: 2, ...options.secondRoute };
  await operators.setRoutes([aRoute(way)], anAuthor);
  const apply = async (): Promise<void> => {
    await world.apply(await sms.readDirectory());
  };
  await apply();
  await sms.lines.next((line) => line['event'] === 'operator.bound' && line['operator'] === 'two');
  const opened = stack.move();
  return {
    world,
    first: world.smsc,
    second,
    one: sms.operator,
    two: made,
    apply,
    pass: async (seconds) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        clock.advance(1_000);
        await sms.quiet();
      }
    },
    [Symbol.asyncDispose]: async () => {
      await second.kill();
      await opened.disposeAsync();
    },
  };
}
