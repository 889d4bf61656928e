import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { notifyError } from '../toast/notify-error.ts';
import { toast } from '../toast/toast.ts';
import { DropBox } from './drop-box.tsx';
import { IMAGE_COUNT, SINGLE_ELEMENT_LIMIT, wrongImage } from './upload-rules.ts';
import styles from './uploads.module.css';
import { useFileUrl, useFileUrls } from './use-file-url.ts';
import { type Sending, useUploads } from './use-uploads.ts';

const ImageViewer = lazy(() =>
  import('./image-viewer.tsx').then((module) => ({ default: module.ImageViewer })),
);

export interface ImageUploaderProps {
  /** Names the control. */
  label: string;
  /** URLs of uploaded pictures. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** At most this many. */
  limit?: number;
  /** The texts for an invalid kind or size: those of the portal, or those of the back office (interpretation A02). */
  words?: 'portal' | 'office';
  disabled?: boolean;
}

/** Pictures: chosen or dropped, uploaded at once, shown as thumbnails that open a viewer. PNG and JPEG below 2 MB. */
export function ImageUploader({ limit = IMAGE_COUNT, ...props }: ImageUploaderProps) {
  return <Uploader {...props} limit={limit} multiple />;
}

export interface SingleImageUploaderProps extends Omit<ImageUploaderProps, 'value' | 'onChange' | 'limit'> {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** One picture: choosing another replaces it. */
export function SingleImageUploader({ value, onChange, ...props }: SingleImageUploaderProps) {
  return (
    <Uploader
      {...props}
      limit={SINGLE_ELEMENT_LIMIT}
      value={value ? [value] : []}
      onChange={(addresses) => onChange(addresses.at(-1))}
    />
  );
}

function Uploader({
  label,
  value,
  onChange,
  limit,
  words = 'portal',
  disabled,
  multiple,
}: ImageUploaderProps & { limit: number; multiple?: boolean }) {
  const { t } = useTranslation('widgets');
  const [shown, setShown] = useState<number>();
  // Several uploads may finish before the parent has rendered the first.
  const latest = useRef(value);
  latest.current = value;
  const set = (next: string[]) => {
    latest.current = next;
    onChange(next);
  };
  const uploads = useUploads({
    onDone: (address) => set([...latest.current, address]),
    onFailed: (error) => {
      // The server checks the content: a retry of an invalid picture is pointless.
      const wrong = error instanceof ApiError ? { 415: 'type', 413: 'size' }[error.status] : undefined;
      const named = error instanceof ApiError && error.fields.length > 0;
      if (wrong && !named) toast.error({ ns: 'widgets', key: `image.${words}.${wrong}` });
      else notifyError(error);
      return wrong !== undefined;
    },
  });

  const addFiles = (files: File[]) => {
    let remaining = limit - value.length - uploads.sending.length;
    for (const file of multiple ? files : files.slice(-1)) {
      const wrong = wrongImage(file);
      if (wrong) toast.error({ ns: 'widgets', key: `image.${words}.${wrong}` });
      else if (remaining <= 0) {
        toast.error({ ns: 'widgets', key: 'image.tooMany', values: { limit: String(limit) } });
        return;
      } else {
        remaining -= 1;
        uploads.start(file);
      }
    }
  };

  return (
    <ul className={styles.list} aria-label={label}>
      {value.map((address, i) => (
        <Thumb
          key={address}
          address={address}
          name={t('image.nth', { label, number: i + 1 })}
          onShow={() => setShown(i)}
          onRemove={
            disabled
              ? undefined
              : () => {
                  set(latest.current.filter((each) => each !== address));
                  uploads.discard(address);
                }
          }
        />
      ))}
      {uploads.sending.map((one) => (
        <OnItsWay
          key={one.id}
          one={one}
          onRetry={() => uploads.retry(one.id)}
          onCancel={() => uploads.cancel(one.id)}
        />
      ))}
      {!disabled && (
        <li>
          <DropBox
            label={t(multiple || value.length === 0 ? 'image.add' : 'image.replace', { label })}
            accept="image/png,image/jpeg"
            multiple={multiple ?? false}
            className={styles.tile}
            onFiles={addFiles}
          >
            <IconPhotoPlus size={26} stroke={1.5} aria-hidden="true" />
            <span>{t(multiple || value.length === 0 ? 'image.choose' : 'image.another')}</span>
            <span className={styles.hint}>{t('image.hint')}</span>
          </DropBox>
        </li>
      )}
      {shown !== undefined && (
        <Shown addresses={value} index={shown} label={label} onClose={() => setShown(undefined)} />
      )}
    </ul>
  );
}

function Thumb(props: {
  address: string;
  name: string;
  onShow: () => void;
  onRemove: (() => void) | undefined;
}) {
  const { t } = useTranslation('widgets');
  const { url, failed, retry } = useFileUrl(props.address);
  return (
    <li className={styles.tile}>
      {failed ? (
        <span className={styles.way} role="status">
          {t('image.unread')}
          <button type="button" className={styles.retry} onClick={retry}>
            {t('retry')}
          </button>
        </span>
      ) : (
        <button
          type="button"
          className={styles.thumb}
          aria-label={t('image.show', { name: props.name })}
          onClick={props.onShow}
        >
          {url && <img src={url} alt="" />}
        </button>
      )}
      {props.onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('image.remove', { name: props.name })}
          onClick={props.onRemove}
        >
          <IconX size={14} stroke={2} />
        </button>
      )}
    </li>
  );
}

function OnItsWay({ one, onRetry, onCancel }: { one: Sending; onRetry: () => void; onCancel: () => void }) {
  const { t } = useTranslation('widgets');
  return (
    <li className={styles.tile}>
      <span className={styles.way}>
        <span className={styles.name} title={one.file.name}>
          {one.file.name}
        </span>
        {one.state === 'sending' ? (
          <progress value={one.share} aria-label={t('sending', { name: one.file.name })} />
        ) : (
          <>
            <span role="status">{t('failed')}</span>
            <button type="button" className={styles.retry} onClick={onRetry}>
              {t('retry')}
            </button>
          </>
        )}
      </span>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('cancel', { name: one.file.name })}
        onClick={onCancel}
      >
        <IconX size={14} stroke={2} />
      </button>
    </li>
  );
}

/** All pictures of the uploader in a viewer, from the clicked one. */
function Shown(props: { addresses: readonly string[]; index: number; label: string; onClose: () => void }) {
  const { t } = useTranslation('widgets');
  const urls = useFileUrls(props.addresses);
  if (!urls) return null;
  const first = urls.findIndex(({ address }) => address === props.addresses[props.index]);
  return (
    <Suspense>
      <ImageViewer
        images={urls.map(({ url }, i) => ({
          src: url,
          alt: t('image.nth', { label: props.label, number: i + 1 }),
        }))}
        index={Math.max(first, 0)}
        onClose={props.onClose}
      />
    </Suspense>
  );
}
