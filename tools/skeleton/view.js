// Skeleton: a slider, a bar for each weight, and a sentence.

import { makeLiveRegion, makeSlider } from "../shared/controls.js";
import { makeBarTable } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { makeWidget, setTraits } from "../shared/widget.js";
import { describeWeights, weigh } from "./skeleton.js";

/**
 * @typedef {object} State What skeleton.py declares.
 * @property {number[]} scores
 * @property {number} max_divisor
 * @property {number} divisor 1 to max_divisor
 */

/**
 * @param {HTMLElement} root
 * @param {import("../shared/widget.js").WidgetModel<State>} model
 * @returns {import("../shared/widget.js").WidgetParts<State>}
 */
function setup(root, model) {
  const scores = model.get("scores");
  const keys = scores.map((_, key) => `key ${key}`);
  // A slider's steps begin at 0, the divisors at 1.
  const slider = makeSlider({
    label: "divisor",
    max: model.get("max_divisor") - 1,
    show: (step) => String(step + 1),
    change: (step) => setTraits(model, { divisor: step + 1 }),
  });
  root.append(slider.node);
  const say = makeLiveRegion(root);
  const bars = makeBarTable("Softmax of the scores", ["key", "weight"], keys, ["0", "1"]);
  root.append(bars.node);
  const weights = () => weigh(scores, model.get("divisor"));
  return {
    observes: ["divisor"],
    stateForTests: () => ({ weights: weights() }),
    draw() {
      const drawn = weights();
      slider.set(model.get("divisor") - 1);
      bars.draw(
        drawn.map((weight) => [formatNumber(weight)]),
        drawn,
      );
      say(describeWeights(drawn, model.get("divisor")));
    },
  };
}

export default makeWidget("Softmax of divided scores", setup);
