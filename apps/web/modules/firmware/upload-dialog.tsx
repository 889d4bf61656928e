import { Alert, Anchor, FileInput, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MAX_PACKAGE_BYTES, packageFields, uploadPackage } from '@voltloop/contract/calls/firmware.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { upload } from '../../api/upload.ts';
import { useAccount } from '../../context/use-account.ts';
import {
  FieldRow,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useField,
} from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Dialog } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { kindNames, kindOrder } from './kinds.ts';
import { firmwareKey, keys } from './queries.ts';
import styles from './upgrade.module.css';

const schema = packageFields.extend({
  publish: z.boolean(),
  file: z
    .custom<File>((value) => value instanceof File, 'firmware.fileMissing')
    .refine((file) => !(file instanceof File) || file.size > 0, 'firmware.fileEmpty')
    .refine((file) => !(file instanceof File) || file.size <= MAX_PACKAGE_BYTES, 'firmware.fileTooLarge'),
});

/** Uploads a signed package: file, metadata, and the signature over both. */
export default function UploadDialog({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useTranslation('firmware');
  const client = useQueryClient();
  const { tenantId } = useAccount();
  const trusted = useQuery(keys(tenantId)).data;
  const [sent_pct, setSent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const close = () => {
    abort.current?.abort();
    onClose();
  };
  return (
    <Dialog opened onClose={close} size="lg" title={t('upload.title')}>
      {trusted?.length === 0 && (
        <Alert color="yellow" mb="md">
          {t('upload.noKeys')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={onKeys}>
            {t('keys.button')}
          </Anchor>
        </Alert>
      )}
      <Form
        schema={schema}
        label={t('upload.title')}
        initial={{ version: '', min_hw_version: '', release_note: '', signature: '', publish: true }}
        submitLabel={t('upload.submit')}
        onCancel={close}
        onSubmit={async ({ file, ...fields }) => {
          abort.current = new AbortController();
          setSent(0);
          try {
            await upload(uploadPackage, file, {
              params: { tenantId },
              fields,
              onProgress: (sent, total) => setSent(total > 0 ? Math.floor((100 * sent) / total) : 0),
              signal: abort.current.signal,
            });
          } catch (error) {
            if (error instanceof DOMException && error.name === 'AbortError') return;
            throw error;
          } finally {
            setSent(null);
          }
          toast.success({ ns: 'firmware', key: 'upload.done', values: { version: fields.version } });
          await client.invalidateQueries({ queryKey: firmwareKey(tenantId) });
          onClose();
        }}
      >
        <PackageFile />
        <FieldRow>
          <SelectField
            name="pkgtype"
            label={t('upload.kind')}
            placeholder={t('upload.choose')}
            data={kindOrder.map((kind) => ({
              value: kind,
              label: `${t(`kind.${kindNames[kind]}`)} · ${kind}`,
            }))}
            required
          />
        </FieldRow>
        <FieldRow>
          <TextField name="version" label={t('upload.version')} placeholder="2.5.1" maxLength={30} required />
          <TextField
            name="min_hw_version"
            label={t('upload.hardware')}
            placeholder={t('upload.anyHardware')}
            maxLength={30}
          />
        </FieldRow>
        <TextAreaField
          name="release_note"
          label={t('upload.note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4000}
        />
        <TextAreaField
          name="signature"
          label={t('upload.signature')}
          description={t('upload.signatureHint')}
          rows={2}
          maxLength={120}
          spellCheck={false}
          classNames={{ input: styles.code }}
          required
        />
        <SigningHelp />
        <SwitchField name="publish" label={t('upload.publish')} description={t('upload.publishHint')} />
        {sent_pct !== null && (
          <Progress value={sent_pct} aria-label={t('upload.progress')} striped={sent_pct === 100} />
        )}
      </Form>
    </Dialog>
  );
}

function PackageFile() {
  const { t } = useTranslation('firmware');
  const { field, error } = useField('file');
  return (
    <FileInput
      label={t('upload.file')}
      placeholder={t('upload.chooseFile')}
      value={(field.value as File | undefined) ?? null}
      onChange={(file) => field.onChange(file ?? undefined)}
      onBlur={field.onBlur}
      ref={field.ref}
      error={error}
      clearable
      clearButtonProps={{ 'aria-label': t('upload.clearFile') }}
      required
      data-autofocus
    />
  );
}

/** How to create the signature; the guide has the details. */
function SigningHelp() {
  const { t } = useTranslation('firmware');
  return (
    <details className={styles.digest}>
      <summary>{t('upload.how')}</summary>
      <p>{t('upload.howText')}</p>
      <pre className={styles.commands}>
        {`openssl genpkey -algorithm ed25519 -out firmware-key.pem
openssl pkey -in firmware-key.pem -pubout

node scripts/sign-firmware.mjs --key firmware-key.pem \\
  --pkgtype EMS_V2_firmware --version 2.5.1 --min-hw 2.0 firmware.bin`}
      </pre>
      <p>{t('upload.howOpenssl')}</p>
      <pre className={styles.commands}>
        {`printf 'voltloop-firmware-1\\n%s\\n%s\\n%s\\n%s\\n%s\\n' \\
  EMS_V2_firmware 2.5.1 2.0 "$(stat -c %s firmware.bin)" \\
  "$(sha256sum firmware.bin | cut -d' ' -f1)" > statement.txt
openssl pkeyutl -sign -rawin -inkey firmware-key.pem -in statement.txt | base64 -w0`}
      </pre>
    </details>
  );
}
