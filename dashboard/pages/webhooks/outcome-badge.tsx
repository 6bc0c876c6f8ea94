/** What became of an attempt, and how an endpoint does. */

import type { Answered } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';

export type Endpoint = Answered<'GET /api/accounts/{account}/endpoints'>['endpoints'][number];
export type Attempt = Answered<'GET /api/accounts/{account}/events/{event}'>['attempts'][number];

const tones: Readonly<Record<Attempt['outcome'], Tone>> = {
  delivered: 'good',
  retry: 'warn',
  expired: 'bad',
  superseded: 'quiet',
  gone: 'bad',
  dropped: 'quiet',
  forbidden: 'bad',
};

export function OutcomeBadge({ outcome }: Pick<Attempt, 'outcome'>) {
  const texts = useTexts(webhookTexts);
  return <StatusBadge tone={tones[outcome]}>{texts[outcome]}</StatusBadge>;
}

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhookTexts);
  const { state, breaker } = endpoint;
  if (state === 'active' && breaker !== null) {
    return <StatusBadge tone="bad">{texts.failing}</StatusBadge>;
  }
  const tone = state === 'active' ? 'good' : state === 'paused' ? 'warn' : 'bad';
  return <StatusBadge tone={tone}>{texts[state]}</StatusBadge>;
}
