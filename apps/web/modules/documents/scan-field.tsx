import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openScanner } from '../codes/index.ts';
import styles from './documents.module.css';
import { parsePasted } from './parse-pasted.ts';
import type { Scans } from './use-scans.ts';

interface ScanFieldProps {
  scans: Scans;
  /** Gets the focus when it appears in a dialog. */
  first?: boolean;
  /** Gets the focus at once, wherever it appears. */
  focusNow?: boolean;
}

/** The input for lines: a scanner, the keyboard, the camera, or a pasted column of a spreadsheet. */
export function ScanField({
  scans: { one, many, locations },
  first = false,
  focusNow = false,
}: ScanFieldProps) {
  const { t } = useTranslation('documents');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // After the dialog has moved the focus from the removed fields.
  useEffect(() => {
    if (!focusNow) return;
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, [focusNow]);
  const submit = (code: string) => {
    setText(one(code) ? '' : code);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim()) submit(text);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\n\t;]/.test(pasted.trim())) return;
    event.preventDefault();
    many(parsePasted(pasted));
  };
  return (
    <>
      <TextInput
        ref={input}
        className={styles.scan ?? ''}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        label={t('scan.label')}
        description={locations.all.length > 0 ? t('scan.hintLocation') : t('scan.hint')}
        inputWrapperOrder={['label', 'input', 'description']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-scan="own"
        data-autofocus={first || undefined}
        maxLength={400}
        classNames={{ input: styles.code ?? '' }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('scan.camera')}
            title={t('scan.camera')}
            onClick={() => openScanner(submit)}
          >
            <IconScan size={18} stroke={1.7} />
          </ActionIcon>
        }
      />
      {locations.all.length > 0 && (
        <NativeSelect
          size="xs"
          mt="xs"
          className={styles.scan ?? ''}
          label={t('scan.location')}
          value={locations.here ?? ''}
          onChange={(event) => locations.onHere(event.currentTarget.value || null)}
          data={[{ value: '', label: t('scan.noLocation') }, ...locations.all]}
        />
      )}
    </>
  );
}

/** The result of the last scan, as text and colour. */
export function LastScan({ scans: { last } }: { scans: Scans }) {
  return (
    <p role="status" className={styles.outcome} data-tone={last?.tone}>
      {last?.words}
    </p>
  );
}
