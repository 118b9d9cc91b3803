/**
 * Names of China's provinces, cities and districts by six-digit code (GB/T 2260), from the regions that the product
 * serves.
 */
import areas from "../../../../schemas/data/area.json" with { type: "json" };
import cities from "../../../../schemas/data/city.json" with { type: "json" };
import provinces from "../../../../schemas/data/province.json" with { type: "json" };

export const regionNames: ReadonlyMap<string, string> = new Map(
  [...provinces, ...cities, ...areas].map(({ code, name }) => [code, name]),
);
