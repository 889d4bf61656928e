import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileUrls } from '../../ui/widgets/use-file-url.ts';
import styles from './sites.module.css';

const ImageViewer = lazy(() =>
  import('../../ui/widgets/image-viewer.tsx').then((module) => ({ default: module.ImageViewer })),
);

/** The photos of a note as thumbnails; a click enlarges them. */
export function NotePhotos({ photos }: { photos: readonly string[] }) {
  const { t } = useTranslation('sites');
  const urls = useFileUrls(photos);
  const [shown, setShown] = useState<number | null>(null);
  if (photos.length === 0 || !urls) return null;
  const images = urls.map(({ url }, i) => ({ src: url, alt: t('notes.photo', { n: i + 1 }) }));
  return (
    <div className={styles.photos}>
      {images.map(({ src, alt }, i) => (
        <button key={src} type="button" onClick={() => setShown(i)}>
          <img src={src} alt={alt} />
        </button>
      ))}
      {shown !== null && (
        <Suspense>
          <ImageViewer images={images} index={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}
