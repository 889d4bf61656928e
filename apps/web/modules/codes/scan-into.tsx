import { ActionIcon } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ScanDialog = lazy(() => import('./scan-dialog.tsx'));

/** On phones and tablets, a button that reads a code with the camera; others have a keyboard or a hand scanner. */
export default function ScanInto({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState(false);
  if (!matchMedia('(pointer: coarse)').matches) return null;
  return (
    // The dialog has a form of its own, whose submit must not reach a form around the button.
    <span onSubmit={(event) => event.stopPropagation()}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('scan')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconScan size={18} stroke={1.7} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <ScanDialog
            onClose={() => setOpened(false)}
            onRead={(text) => {
              setOpened(false);
              onRead(text.trim());
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
