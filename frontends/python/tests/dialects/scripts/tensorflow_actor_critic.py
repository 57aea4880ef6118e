"""TensorFlow: actor-critic with TensorArray in a tf.function, numpy_function for the environment, discounted returns."""
# framework: tensorflow
# tolerance: reward 2 %, loss 4 %
import collections

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

rng = np.random.RandomState(0)
eps = np.finfo(np.float32).eps.item()


class Corridor:
    def reset(self):
        self.at, self.t = 3, 0
        return self._state()

    def _state(self):
        out = np.zeros(8, np.float32)
        out[self.at] = 1
        return out

    def step(self, action):
        self.at = int(np.clip(self.at + (1 if action == 1 else -1), 0, 7))
        self.t += 1
        done = self.at == 7 or self.t >= 12
        return self._state(), 5.0 if self.at == 7 else -0.5, done


env = Corridor()


class ActorCritic(tf.keras.Model):
    def __init__(self, num_actions, hidden):
        super().__init__()
        self.common = layers.Dense(hidden, activation="relu")
        self.actor = layers.Dense(num_actions)
        self.critic = layers.Dense(1)

    def call(self, inputs):
        x = self.common(inputs)
        return self.actor(x), self.critic(x)


def env_step(action):
    state, reward, done = env.step(action)
    return state.astype(np.float32), np.array(reward, np.float32), np.array(done, np.int32)


def tf_env_step(action):
    return tf.numpy_function(env_step, [action], [tf.float32, tf.float32, tf.int32])


def run_episode(state, model, max_steps):
    probs = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    values = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    rewards = tf.TensorArray(dtype=tf.float32, size=0, dynamic_size=True)
    shape = state.shape
    for t in range(max_steps):
        logits, value = model(tf.expand_dims(state, 0))
        p = tf.nn.softmax(logits)
        action = tf.constant(int(rng.rand() < float(p[0, 1])))
        probs = probs.write(t, p[0, action])
        values = values.write(t, tf.squeeze(value))
        state, reward, done = tf_env_step(action)
        state.set_shape(shape)
        rewards = rewards.write(t, reward)
        if tf.cast(done, tf.bool):
            break
    return probs.stack(), values.stack(), rewards.stack()


def expected_return(rewards, gamma, standardize=True):
    n = tf.shape(rewards)[0]
    returns = tf.TensorArray(dtype=tf.float32, size=n)
    rewards = tf.cast(rewards[::-1], dtype=tf.float32)
    total = tf.constant(0.0)
    for i in tf.range(n):
        total = rewards[i] + gamma * total
        returns = returns.write(i, total)
    returns = returns.stack()[::-1]
    if standardize:
        returns = (returns - tf.math.reduce_mean(returns)) / (tf.math.reduce_std(returns) + eps)
    return returns


huber = tf.keras.losses.Huber(reduction="sum")


def compute_loss(probs, values, returns):
    advantage = returns - values
    return -tf.math.reduce_sum(tf.math.log(probs) * tf.stop_gradient(advantage)) + huber(values, returns)


model = ActorCritic(2, 16)
model(tf.zeros((1, 8)))
model.set_weights([rng.randn(*w.shape).astype("float32") * 0.3 for w in model.get_weights()])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.01)
step = tf.Variable(0, dtype=tf.int64, trainable=False)


def train_step(state, max_steps):
    with tf.GradientTape() as tape:
        probs, values, rewards = run_episode(state, model, max_steps)
        returns = expected_return(rewards, 0.97)
        probs, values, returns = [tf.expand_dims(x, 1) for x in (probs, values, returns)]
        loss = compute_loss(probs, values, returns)
    grads = tape.gradient(loss, model.trainable_variables)
    clipped, norm = tf.clip_by_global_norm(grads, 5.0)
    optimizer.apply_gradients(zip(clipped, model.trainable_variables))
    step.assign_add(1)
    return tf.math.reduce_sum(rewards), loss


recent = collections.deque(maxlen=20)
for episode in range(60):
    reward, loss = train_step(tf.constant(env.reset(), dtype=tf.float32), 12)
    recent.append(float(reward))
assert float(tf.reduce_mean(tf.cast(tf.constant([True, False]), tf.float32))) == 0.5
print("reward", np.mean(recent))
print("loss", float(loss))
