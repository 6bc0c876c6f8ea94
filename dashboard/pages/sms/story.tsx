/** The story of a message at one phone: each step with its time, and what it means. */
import { Link } from '@tanstack/react-router';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatDuration } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Time } from '../../components/shown.tsx';
import { reasonTexts } from '../../texts/reasons.ts';
import { routeReasonTexts } from '../../texts/route-reasons.ts';
import { storyTexts } from '../../texts/sms.ts';
import { fill } from '../../texts/texts.ts';
import { waitingReasonTexts } from '../../texts/waiting-reasons.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { describeStep } from './describe-step.ts';
import classes from './sms.module.css';
import type { Step } from './story-step.ts';

export function Story({ steps }: { readonly steps: readonly Step[] }) {
  const texts = {
    ...useTexts(storyTexts),
    reasons: useTexts(reasonTexts),
    routes: useTexts(routeReasonTexts),
    whyWaiting: useTexts(waitingReasonTexts),
    outcomes: useTexts(webhookTexts),
  };
  const { id: account } = useAccount();
  const { language } = useLanguage();
  return (
    <ol className={classes['story']}>
      {steps.map((step, at) => {
        const { what, details, icon, tone, eventId } = describeStep(step, texts, language);
        const atMs = Date.parse(step.at);
        const gapMs = atMs - Date.parse(steps[at - 1]?.at ?? step.at);
        return (
          <li key={JSON.stringify(step)} className={classes['step']}>
            <span className={classes['sign']} data-tone={tone}>
              <Icon name={icon} size={18} />
            </span>
            <div>
              <div className={classes['what']}>{what}</div>
              {details.map((detail) => (
                <div key={detail} className={classes['detail']}>
                  {detail}
                </div>
              ))}
              {eventId === undefined ? null : (
                <Link className={classes['detail']} to={`/${account}/webhooks/events/${eventId}`}>
                  {texts.seeEvent}
                </Link>
              )}
              <Octets step={step} name={texts.octets} note={texts.octetsMade} />
              <details className={classes['raw']}>
                <summary>{texts.asStored}</summary>
                <pre>{JSON.stringify(step, null, 2)}</pre>
              </details>
            </div>
            <div className={classes['when']}>
              <Time atMs={atMs} />
              {gapMs < 1 ? null : (
                <div>{fill(texts.later, { time: formatDuration(gapMs, language) })}</div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The PDU of a step, if it is stored: sixteen bytes a line. */
function Octets(props: { readonly step: Step; readonly name: string; readonly note: string }) {
  const { step, name, note } = props;
  if (!('pdu' in step) || step.pdu === null) return null;
  const lines = step.pdu.match(/.{1,32}/g) ?? [];
  const text = lines.map((line) => (line.match(/../g) ?? []).join(' ')).join('\n');
  return (
    <details className={classes['raw']}>
      <summary>{name}</summary>
      <p className={classes['detail']}>{note}</p>
      <pre>{text}</pre>
    </details>
  );
}
