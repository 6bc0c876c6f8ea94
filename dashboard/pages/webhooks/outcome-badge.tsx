/** Outcome of an attempt, and health of an endpoint. */

import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatTime } from '../../components/format.ts';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';

export type Endpoint = Answer<'endpoint list'>['endpoints'][number];
export type Attempt = Answer<'event show'>['attempts'][number];

export type Delivery = Answer<'event show'>['event']['deliveries'][number];

const tones: Readonly<Record<Delivery['outcome'], Tone>> = {
  pending: 'warn',
  delivered: 'good',
  retry: 'warn',
  expired: 'bad',
  superseded: 'quiet',
  gone: 'bad',
  dropped: 'quiet',
  forbidden: 'bad',
};

export function OutcomeBadge({ outcome }: Pick<Delivery, 'outcome'>) {
  const texts = useTexts(webhookTexts);
  return <StatusBadge tone={tones[outcome]}>{texts[outcome]}</StatusBadge>;
}

/** When a delivery is tried next. A page that has stood for a while does not name a time that is over. */
export function useNextAttempt(): (next: Pick<Delivery, 'nextAttemptAt' | 'held'>) => string {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  return ({ nextAttemptAt, held }) => {
    const atMs = nextAttemptAt === null ? null : Date.parse(nextAttemptAt);
    const nowMs = Date.now();
    if (held) return texts.nextHeld;
    return atMs === null || atMs <= nowMs ? texts.nextSoon : formatTime(atMs, language, nowMs);
  };
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
