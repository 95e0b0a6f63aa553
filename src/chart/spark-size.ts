import type { SparkSize } from './spark-plot.ts';

/** CSS pixels: less than the product's name takes above the list, so that the largest paint of a visit stays the first. */
export const SPARK_SIZE: SparkSize = { width: 64, height: 32 };
