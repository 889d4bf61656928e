import type { Position } from './geometry.ts';

/**
 * Pure: conversion between GCJ-02, the coordinates of Chinese map services, and WGS-84, those of receivers. The shift
 * has no published definition; this is the common formula of converters (Krasovsky's ellipsoid), accurate to about a
 * metre. Outside China both are the same.
 */

const A = 6_378_245;
const EE = 0.006_693_421_622_965_943;

/**
 * The rectangle in which Chinese map services shift positions; like theirs it includes parts of neighbouring
 * countries.
 */
export function isShifted({ longitude, latitude }: Position): boolean {
  return longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;
}

const waves = (x: number, first: number, second: number) =>
  ((20 * Math.sin(6 * x * Math.PI) + 20 * Math.sin(2 * x * Math.PI)) * 2) / 3 + first + second;

function latitudeShift(x: number, y: number): number {
  return (
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    waves(
      x,
      ((20 * Math.sin(y * Math.PI) + 40 * Math.sin((y / 3) * Math.PI)) * 2) / 3,
      ((160 * Math.sin((y / 12) * Math.PI) + 320 * Math.sin((y * Math.PI) / 30)) * 2) / 3,
    )
  );
}

function longitudeShift(x: number, y: number): number {
  return (
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    waves(
      x,
      ((20 * Math.sin(x * Math.PI) + 40 * Math.sin((x / 3) * Math.PI)) * 2) / 3,
      ((150 * Math.sin((x / 12) * Math.PI) + 300 * Math.sin((x / 30) * Math.PI)) * 2) / 3,
    )
  );
}

export function toGcj02(p: Position): Position {
  if (!isShifted(p)) return p;
  const [x, y] = [p.longitude - 105, p.latitude - 35];
  const lat = (p.latitude / 180) * Math.PI;
  const magic = 1 - EE * Math.sin(lat) ** 2;
  const root = Math.sqrt(magic);
  return {
    longitude: p.longitude + (longitudeShift(x, y) * 180) / ((A / root) * Math.cos(lat) * Math.PI),
    latitude: p.latitude + (latitudeShift(x, y) * 180) / (((A * (1 - EE)) / (magic * root)) * Math.PI),
  };
}

/** The inverse, iterated until the error is below a millimetre. */
export function fromGcj02(p: Position): Position {
  if (!isShifted(p)) return p;
  let guess = p;
  for (let i = 0; i < 10; i++) {
    const shifted = toGcj02(guess);
    guess = {
      longitude: guess.longitude + p.longitude - shifted.longitude,
      latitude: guess.latitude + p.latitude - shifted.latitude,
    };
  }
  return guess;
}
