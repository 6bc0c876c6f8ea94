/** Says since when live updates do not come; what is shown may be older than it looks. */

import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { fill } from '../texts/texts.ts';
import { formatTime } from './format.ts';
import { Icon } from './icon.tsx';
import classes from './paused-note.module.css';

export function PausedNote({ sinceMs }: { readonly sinceMs: number | undefined }) {
  const texts = useTexts(commonTexts);
  const { language } = useLanguage();
  return (
    <div role="status">
      {sinceMs === undefined ? null : (
        <div className={classes['note']}>
          <Icon name="pause" size={16} />
          {fill(texts.pausedSince, { time: formatTime(sinceMs, language, Date.now()) })}
        </div>
      )}
    </div>
  );
}
