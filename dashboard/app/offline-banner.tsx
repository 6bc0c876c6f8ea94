/** Says that the server does not answer, for as long as it does not. */
import { Icon } from '../components/icon.tsx';
import { commonTexts } from '../texts/common.ts';
import { useIsReached } from './connection.ts';
import classes from './offline-banner.module.css';
import { useTexts } from './use-texts.tsx';

export function OfflineBanner() {
  const isReached = useIsReached();
  const texts = useTexts(commonTexts);
  return (
    <div role="status" className={classes['place']}>
      {isReached ? null : (
        <div className={classes['banner']}>
          <Icon name="warning" />
          {texts.offline}
        </div>
      )}
    </div>
  );
}
