/** In place of the rows of a list where something is there, and none of it fits the filter. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { EmptyView } from './states.tsx';

export function NothingFits() {
  const texts = useTexts(commonTexts);
  const navigate = useNavigate();
  const empty = () => void navigate({ to: '.', search: {}, replace: true });
  return (
    <EmptyView
      icon="search"
      title={texts.noneFits}
      text={texts.noneFitsText}
      action={
        <Button variant="default" onClick={empty}>
          {texts.clearFilter}
        </Button>
      }
    />
  );
}
