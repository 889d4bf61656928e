import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type Viewer from 'viewerjs';
import styles from './image-viewer.module.css';

export interface ViewedImage {
  src: string;
  /** Its caption, below the picture. */
  alt: string;
}

export interface ImageViewerProps {
  images: readonly ViewedImage[];
  /** Index of the first picture to show. */
  index?: number;
  /** Without it the viewer is part of the page; with it, over the page until it is closed. */
  onClose?: () => void;
  /** Strip of thumbnails; not needed for one picture. */
  navbar?: boolean;
  toolbar?: boolean;
}

/** Each tool's class in the viewer and its text in the catalogue. */
const tools = {
  'zoom-in': 'zoomIn',
  'zoom-out': 'zoomOut',
  'one-to-one': 'oneToOne',
  reset: 'reset',
  prev: 'previous',
  play: 'play',
  next: 'next',
  'rotate-left': 'rotateLeft',
  'rotate-right': 'rotateRight',
  'flip-horizontal': 'flipHorizontal',
  'flip-vertical': 'flipVertical',
  'full-screen': 'fullScreen',
} as const;

/**
 * Shows pictures: zoom by wheel, pinch and buttons, rotate, flip, full screen, thumbnails, keyboard. In the page
 * or over it; over it the focus is trapped and restored. The library loads with the first picture.
 */
export function ImageViewer({ images, index = 0, onClose, navbar = true, toolbar = true }: ImageViewerProps) {
  const { t } = useTranslation('widgets');
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ onClose, t });
  latest.current = { onClose, t };
  const inline = onClose === undefined;
  const list = images.map((each) => `${each.src} ${each.alt}`).join('\n');

  useEffect(() => {
    const box = frame.current;
    const source = box?.querySelector('ul');
    if (!box || !source || images.length === 0) return;
    const before = document.activeElement;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let viewer: Viewer | undefined;
    let unmounted = false;
    const name = () => {
      const root = inline ? box : document.querySelector('.viewer-container.viewer-in');
      if (root) nameTools(root, latest.current.t);
    };
    void Promise.all([import('viewerjs'), import('viewerjs/dist/viewer.css')]).then(
      ([{ default: Library }]) => {
        if (unmounted) return;
        viewer = new Library(source, {
          inline,
          container: inline ? box : document.body,
          initialViewIndex: Math.min(index, images.length - 1),
          navbar: navbar && images.length > 1,
          navigation: images.length > 1,
          button: !inline,
          toolbar: toolbar && {
            zoomIn: true,
            zoomOut: true,
            oneToOne: true,
            reset: true,
            prev: images.length > 1,
            next: images.length > 1,
            rotateLeft: true,
            rotateRight: true,
            flipHorizontal: true,
            flipVertical: true,
            fullScreen: {
              show: document.fullscreenEnabled,
              click: (event) => {
                const root = (event.currentTarget as Element | null) ?? (event.target as Element);
                toggleFullScreen(root.closest('.viewer-container') ?? box);
              },
            },
          },
          tooltip: true,
          transition: !still,
          zIndex: 2000,
          title: [1, (image) => image.alt],
          ready: name,
          shown: name,
          viewed: name,
          hidden: () => {
            if (before instanceof HTMLElement && before.isConnected) before.focus();
            latest.current.onClose?.();
          },
        });
        if (!inline) viewer.show();
      },
    );
    return () => {
      unmounted = true;
      viewer?.destroy();
    };
  }, [list, index, inline, navbar, toolbar]);

  return (
    <div ref={frame} className={inline ? styles.inline : undefined}>
      <ul className={styles.source}>
        {images.map((each) => (
          <li key={each.src}>
            <img src={each.src} alt={each.alt} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Gives the library's tools accessible names in the user's language; its own are visual only, and in English. */
function nameTools(root: Element, t: (key: string) => string): void {
  root.setAttribute('aria-label', t('viewer.label'));
  for (const [suffix, key] of Object.entries(tools))
    for (const tool of root.querySelectorAll<HTMLElement>(`[class~="viewer-${suffix}"]`)) {
      tool.setAttribute('aria-label', t(`viewer.${key}`));
      tool.title = t(`viewer.${key}`);
    }
  const close = root.querySelector<HTMLElement>('.viewer-button');
  close?.setAttribute('aria-label', t('viewer.close'));
  root.querySelector('.viewer-list')?.setAttribute('aria-label', t('viewer.all'));
}

function toggleFullScreen(root: Element): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void root.requestFullscreen();
}
