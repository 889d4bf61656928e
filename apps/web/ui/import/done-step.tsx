import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../text/format.ts';
import type { ImportDialogProps, Imported } from './import-props.ts';

/** The last step of an import: the number of imported rows, and what must be saved before closing. */
export function DoneStep({
  done,
  words,
  keep,
  kept,
  onKept,
  onClose,
}: ImportDialogProps & { done: Imported; kept: boolean; onKept: () => void }) {
  const { t } = useTranslation('import');
  const format = useFormat();
  return (
    <>
      <Text role="status">
        {words.done(done.imported)}
        {done.skipped > 0 && ` ${t('skipped', { count: done.skipped, n: format.number(done.skipped) })}`}
      </Text>
      {keep?.(done, kept, onKept)}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button
          variant={!keep || kept ? 'filled' : 'default'}
          disabled={keep !== undefined && !kept}
          onClick={onClose}
        >
          {t('close')}
        </Button>
      </Group>
    </>
  );
}
