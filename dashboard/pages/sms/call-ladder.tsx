/** The SIP messages of a call between its trunks and us: arrows that open to what was said, and the same as a table. */
import { VisuallyHidden } from '@mantine/core';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatDuration } from '../../components/format.ts';
import { Code, Time } from '../../components/shown.tsx';
import { oneCallTexts } from '../../texts/calls.ts';
import { fill } from '../../texts/texts.ts';
import classes from './call-ladder.module.css';
import { type Rung as AnyRung, rungsOf, type Side, trunksOf } from './ladder.ts';

type Message = Answer<'call trace'>['messages'][number];
type Rung = AnyRung<Message>;

export function CallLadder({ messages }: { readonly messages: readonly Message[] }) {
  const texts = useTexts(oneCallTexts);
  const rungs = rungsOf(messages);
  const isLed = messages.some(({ leg }) => leg === 'target');
  return (
    <div className={classes['ladder']} data-led={isLed || undefined}>
      <div className={classes['heads']} aria-hidden="true">
        <Head name={texts.legCaller} trunks={trunksOf(messages, 'caller')} />
        <Head name="Parley" trunks={[]} />
        {isLed ? <Head name={texts.legTarget} trunks={trunksOf(messages, 'target')} /> : null}
      </div>
      <ol className={classes['rungs']}>
        {rungs.map((rung) => (
          <OneRung key={rung.message.id} rung={rung} />
        ))}
      </ol>
      <details className={classes['table']}>
        <summary>{texts.asTable}</summary>
        <LadderTable rungs={rungs} />
      </details>
    </div>
  );
}

function Head({ name, trunks }: { readonly name: string; readonly trunks: readonly string[] }) {
  return (
    <div className={classes['head']}>
      <strong>{name}</strong>
      {trunks.map((trunk) => (
        <span key={trunk}>{trunk}</span>
      ))}
    </div>
  );
}

/** Who reads it without seeing hears a sentence: from whom to whom, what, and when. */
function OneRung({ rung }: { readonly rung: Rung }) {
  const texts = useTexts(oneCallTexts);
  const { language } = useLanguage();
  const nameOf = useSideNames();
  const { message, from, to, label, tone, offsetMs } = rung;
  const offset = `+${formatDuration(offsetMs, language)}`;
  const isRight = from === 'caller' || to === 'target';
  return (
    <li>
      <details className={classes['rung']}>
        <summary>
          <VisuallyHidden>
            {fill(texts.rung, { from: nameOf(from), to: nameOf(to), what: label, offset })}
          </VisuallyHidden>
          <span className={classes['offset']} aria-hidden="true">
            {offset}
          </span>
          <span className={classes['lanes']} aria-hidden="true">
            <span
              className={classes['arrow']}
              data-leg={message.leg}
              data-way={isRight ? 'right' : 'left'}
              data-tone={tone}
            >
              {label}
            </span>
          </span>
        </summary>
        <div className={classes['opened']}>
          <div className={classes['facts']}>
            <Time atMs={Date.parse(message.at)} />
            <span>{message.direction === 'in' ? texts.received : texts.sent}</span>
            <Code>{`${message.trunk} ${message.peer}`}</Code>
          </div>
          <CodeBlock code={message.text.trimEnd()} label={`${label} ${message.id}`} />
        </div>
      </details>
    </li>
  );
}

function useSideNames(): (side: Side) => string {
  const texts = useTexts(oneCallTexts);
  const names = { caller: texts.legCaller, parley: 'Parley', target: texts.legTarget };
  return (side) => names[side];
}

function LadderTable({ rungs }: { readonly rungs: readonly Rung[] }) {
  const texts = useTexts(oneCallTexts);
  const { language } = useLanguage();
  const nameOf = useSideNames();
  const columns: readonly Column<Rung>[] = [
    { name: texts.message, isTitle: true, show: ({ label }) => label },
    { name: texts.when, show: ({ message }) => <Time atMs={Date.parse(message.at)} /> },
    { name: texts.after, show: ({ offsetMs }) => formatDuration(offsetMs, language) },
    { name: texts.sender, show: ({ from }) => nameOf(from) },
    { name: texts.receiver, show: ({ to }) => nameOf(to) },
    { name: texts.trunk, show: ({ message }) => message.trunk },
  ];
  return (
    <DataTable
      label={texts.trace}
      columns={columns}
      rows={rungs}
      keyOf={({ message }) => String(message.id)}
      empty={null}
      failure={null}
      retry={() => undefined}
    />
  );
}
