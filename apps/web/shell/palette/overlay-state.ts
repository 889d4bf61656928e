import { create } from 'zustand';

/** What lies over the page: the command palette, or the list of shortcuts. */
export const useOverlays = create<{ shown: 'palette' | 'shortcuts' | null }>(() => ({ shown: null }));

export const openPalette = () => useOverlays.setState({ shown: 'palette' });
export const openShortcuts = () => useOverlays.setState({ shown: 'shortcuts' });
export const closeOverlays = () => useOverlays.setState({ shown: null });
