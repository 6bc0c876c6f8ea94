/** The course of a call: each step with its time, and at the end why. */
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { formatDuration, formatPhone } from '../../components/format.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Time } from '../../components/shown.tsx';
import { callAdviceTexts, causeTexts, oneCallTexts } from '../../texts/calls.ts';
import { fill } from '../../texts/texts.ts';
import { adviseOn, describeCause, describeRule, isVoicemail } from './explain-call.ts';
import type { OneCall } from './one-call.ts';
import classes from './sms.module.css';

type Step = {
  readonly atMs: number;
  readonly what: string;
  readonly icon: IconName;
  readonly tone?: 'good' | 'bad' | undefined;
  readonly details?: readonly string[];
};

export function CallCourse({ shown }: { readonly shown: OneCall }) {
  const texts = useTexts(oneCallTexts);
  const { language } = useLanguage();
  const steps = useSteps(shown);
  return (
    <ol className={classes['story']}>
      {steps.map(({ atMs, what, icon, tone, details = [] }, at) => {
        const gapMs = atMs - (steps[at - 1]?.atMs ?? atMs);
        return (
          <li key={what} className={classes['step']}>
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

function useSteps(shown: OneCall): readonly Step[] {
  const texts = useTexts(oneCallTexts);
  const end = useEnd(shown);
  const { startedAt, ringingAt, answeredAt, target, trunkIn } = shown;
  const arrival = { what: fill(texts.came, { trunk: trunkIn }), icon: 'call' } as const;
  const came: Step = { atMs: Date.parse(startedAt), ...arrival };
  const rang: Step[] =
    ringingAt === null ? [] : [{ atMs: Date.parse(ringingAt), what: texts.rang, icon: 'phone' }];
  const tookMessage = isVoicemail(shown);
  const what = tookMessage
    ? texts.messageTaken
    : fill(texts.answered, { target: formatPhone(target) });
  const icon: IconName = tookMessage ? 'voicemail' : 'check';
  const answered: Step[] =
    answeredAt === null ? [] : [{ atMs: Date.parse(answeredAt), what, icon, tone: 'good' }];
  return [came, ...rang, ...answered, end];
}

/** Those of a conversation that ends as conversations do. */
const usual = new Set(['caller_hung_up', 'callee_hung_up']);

function useEnd(shown: OneCall): Step {
  const { endedAt, cause, rule, sipStatus, startedAt, answeredAt } = shown;
  const texts = useTexts(oneCallTexts);
  const causes = useTexts(causeTexts);
  const advices = useTexts(callAdviceTexts);
  if (endedAt === null || cause === null) {
    return { atMs: Date.parse(answeredAt ?? startedAt), what: texts.goesOn, icon: 'clock' };
  }
  const isUsual = usual.has(cause);
  const inWords = describeRule(rule, { page: texts, causes, advices });
  return {
    atMs: Date.parse(endedAt),
    what:
      cause === 'callee_hung_up' && isVoicemail(shown)
        ? texts.voicemailEnded
        : fill(texts.ended, { cause: describeCause(cause, causes) }),
    icon: isUsual ? 'exit' : 'cross',
    tone: isUsual ? undefined : 'bad',
    details: [
      ...(isUsual ? [] : [adviseOn({ cause, rule }, advices)]),
      ...(inWords === undefined ? [] : [inWords]),
      ...(sipStatus < 300 ? [] : [fill(texts.status, { status: sipStatus })]),
    ],
  };
}
