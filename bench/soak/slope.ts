/** The slope of a straight line through points by least squares; 0 for fewer than two. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean('x'), mean('y')];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  if (points.length < 2 || spread === 0) return 0;
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}
