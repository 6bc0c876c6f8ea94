/** Says that what is shown could not be read again: why, under which request id, and a button to try again. */
import { Button } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { Icon } from './icon.tsx';
import { sayFailure } from './say-failure.ts';
import classes from './stale-note.module.css';

type Props = {
  /** Undefined or null: it is as fresh as it looks. */
  readonly failure: unknown;
  readonly retry?: (() => void) | undefined;
  /** Whether anything is shown beside it. */
  readonly hasAny?: boolean;
};

export function StaleNote(props: Props) {
  const { failure } = props;
  return (
    <div role="status" className={classes['place']}>
      {failure === undefined || failure === null ? null : <Note {...props} />}
    </div>
  );
}

function Note({ failure, retry, hasAny = true }: Props) {
  const texts = useTexts(commonTexts);
  const { what, fix, request } = sayFailure(failure, texts);
  return (
    <div className={classes['note']}>
      <Icon name="warning" size={16} />
      <span className={classes['said']}>
        {[hasAny ? texts.stale : `${texts.failed}.`, what, fix, request].join(' ')}
      </span>
      {retry === undefined ? null : (
        <Button size="compact-xs" variant="default" onClick={retry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
