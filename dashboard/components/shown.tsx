/** Money, times and phones, as small components that know the reader's language. */
import { Text, Tooltip } from '@mantine/core';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { formatMoney, formatPhone, formatTime, formatUtc } from './format.ts';
import classes from './shown.module.css';

export function Money({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}) {
  return (
    <span className={classes['figure']}>
      {formatMoney(amount, currency, useLanguage().language)}
    </span>
  );
}

/** In the reader's zone; UTC under the pointer, for those who compare with a log. */
export function Time({ atMs }: { readonly atMs: number }) {
  const { language } = useLanguage();
  return (
    <Tooltip label={formatUtc(atMs)}>
      <time dateTime={new Date(atMs).toISOString()} className={classes['figure']}>
        {formatTime(atMs, language, Date.now())}
      </time>
    </Tooltip>
  );
}

export function Phone({ phone }: { readonly phone: string }) {
  const texts = useTexts(commonTexts);
  const shown = phone === 'erased' ? texts.erased : formatPhone(phone);
  return <span className={classes['figure']}>{shown}</span>;
}

/** An id, a key, a header: what is compared letter by letter. */
export function Code({ children }: { readonly children: string }) {
  return (
    <Text span ff="monospace" size="0.92em" lh="inherit" className={classes['code'] ?? ''}>
      {children}
    </Text>
  );
}
