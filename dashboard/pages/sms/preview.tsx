/** What a send would do: cost, parts, the character that made it long, and the way to each phone. */
import { Stack, Text } from '@mantine/core';
import type { Answer as AnswerOf } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Figures } from '../../components/figures.tsx';
import { formatTime } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Money, Phone } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { sendingTexts } from '../../texts/sending.ts';
import { sendTexts } from '../../texts/sms.ts';
import { countText, fill } from '../../texts/texts.ts';
import classes from './sms.module.css';

type Answer = AnswerOf<'message preview'>;

type PreviewProps = { readonly preview: Answer | undefined; readonly text: string };

export function Preview({ preview, text }: PreviewProps) {
  const texts = { ...useTexts(sendTexts), ...useTexts(sendingTexts) };
  return (
    <Panel title={texts.preview}>
      {preview === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.previewEmpty}
        </Text>
      ) : (
        <Stack gap="md" role="status">
          <Totals preview={preview} />
          <Forced preview={preview} text={text} />
          <Ways preview={preview} />
        </Stack>
      )}
    </Panel>
  );
}

function Totals({ preview }: { readonly preview: Answer }) {
  const texts = { ...useTexts(sendTexts), ...useTexts(sendingTexts) };
  const { language } = useLanguage();
  const { recipients, refused, currency } = preview;
  const [first] = recipients;
  return (
    <Figures
      figures={[
        {
          name: countText(texts.phones, recipients.length + refused.length, language),
          value: countText(texts.parts, preview.parts, language),
        },
        { name: texts.totalCost, value: <Money amount={preview.cost} currency={currency} /> },
        { name: texts.balance, value: <Money amount={preview.balance} currency={currency} /> },
        ...(first === undefined ? [] : [{ name: first.encoding, value: first.units }]),
      ]}
    />
  );
}

/** The character that no GSM alphabet has, marked where it stands. */
function Forced({ preview, text }: { readonly preview: Answer; readonly text: string }) {
  const texts = useTexts(sendTexts);
  const { language } = useLanguage();
  const character = preview.recipients[0]?.forcedBy;
  if (character === null || character === undefined) return null;
  const at = text.indexOf(character);
  const parts = countText(texts.parts, preview.recipients[0]?.parts ?? 0, language);
  return (
    <div>
      <Text size="sm" mb={4}>
        {fill(texts.forced, { character: `« ${character} »`, parts })}
      </Text>
      {at < 0 ? null : (
        <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
          {text.slice(Math.max(0, at - 40), at)}
          <mark className={classes['forced']}>{character}</mark>
          {text.slice(at + character.length, at + 40)}
        </Text>
      )}
    </div>
  );
}

const shownMax = 20;

function Ways({ preview }: { readonly preview: Answer }) {
  const texts = useTexts(sendTexts);
  const { language } = useLanguage();
  const { recipients, refused, currency } = preview;
  return (
    <Stack gap="xs">
      {recipients.slice(0, shownMax).map((each) => (
        <div key={each.phone}>
          <div className={classes['what']}>
            <Phone phone={each.phone} /> {' · '}
            <Money amount={each.cost} currency={currency} />
          </div>
          <div className={classes['detail']}>
            {`${texts.route} ${each.operator} · ${each.route}`}
          </div>
          {each.waitsUntil === null ? null : (
            <StatusBadge tone="warn">
              {fill(texts.waits, {
                time: formatTime(Date.parse(each.waitsUntil), language, Date.now()),
              })}
            </StatusBadge>
          )}
          {each.heldBy === null ? null : (
            <StatusBadge tone="warn">{fill(texts.held, { rule: each.heldBy })}</StatusBadge>
          )}
        </div>
      ))}
      {refused.slice(0, shownMax).map((each) => (
        <div key={each.phone}>
          <div className={classes['what']}>
            <Phone phone={each.phone} /> <StatusBadge tone="bad">{texts.refused}</StatusBadge>
          </div>
          <div className={classes['detail']}>{each.says[language]}</div>
        </div>
      ))}
    </Stack>
  );
}
