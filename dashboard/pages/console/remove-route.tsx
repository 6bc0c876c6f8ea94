/** Asks before a route goes: what it is, and which one serves its numbers in its place. */
import { Stack } from '@mantine/core';
import { type Answer, act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { routeTexts } from '../../texts/console-routes.ts';
import { fill } from '../../texts/texts.ts';
import { routeInPlaceOf } from './what-serves.ts';

export type Route = Answer<'route list'>['routes'][number];

type Props = {
  /** Undefined: nothing is asked. */
  readonly route: Route | undefined;
  readonly routes: readonly Route[];
  readonly onClose: () => void;
  /** Told the table that undoes it. */
  readonly onRemoved: (undo: string) => void;
};

export function RemoveRoute({ route, routes, onClose, onRemoved }: Props) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(routeTexts);
  const remove = async () => {
    if (route === undefined) return;
    const { prefix, operator, network, grade, senders } = route;
    const place = { network: network ?? '', grade: String(grade ?? 'any') };
    const kinds = senders.join(',') || 'any';
    const { undo } = await act('route remove', { prefix, operator, ...place, senders: kinds });
    onRemoved(undo);
  };
  return (
    <Confirm
      isOpen={route !== undefined}
      title={words.removeTitle}
      effect={route === undefined ? '' : <Effect route={route} routes={routes} />}
      action={texts.remove}
      onClose={onClose}
      onConfirm={remove}
    />
  );
}

function Effect({ route, routes }: { readonly route: Route; readonly routes: readonly Route[] }) {
  const texts = useTexts(consoleTexts);
  const words = useTexts(routeTexts);
  const next = routeInPlaceOf(route, routes);
  const prefixOf = ({ prefix }: Route) => (prefix === '' ? texts.allNumbers : `+${prefix}`);
  const values = fill(words.values, {
    priority: route.priority,
    weight: route.weight,
    price: route.buyPrice ?? '–',
    state: route.enabled ? texts.on : texts.off,
  });
  const narrowed = [route.network, route.grade, route.senders.join('+')].filter(Boolean).join(' ');
  const title = fill(words.route, {
    prefix: `${prefixOf(route)} ${narrowed}`.trim(),
    operator: route.operator,
  });
  return (
    <Stack gap="xs">
      <span>{`${title}, ${values}.`}</span>
      <span>
        {!route.enabled
          ? words.changesNothing
          : next === undefined
            ? words.servedByNone
            : fill(words.servedBy, { operator: next.operator, prefix: prefixOf(next) })}
      </span>
    </Stack>
  );
}
