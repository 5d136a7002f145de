"""Which article a product's words speak of, so that a shop's chair is drawn as a chair."""

from __future__ import annotations

import re
from functools import lru_cache

SHAPES = (
    "headphones", "mug", "shoe", "backpack", "lamp", "phone", "bottle", "chair", "watch", "shirt", "camera",
    "plant", "box", "cloth", "pan", "tent", "helmet", "brush", "screen",
)  # fmt: skip
"""What can be drawn; the order is that of the drawings."""

_WORDS = {
    "headphones": (
        "headphone headset earphone earbud 耳机 ヘッドホン イヤホン 이어폰 헤드폰 casque "
        "écouteur наушник ~kopfhörer"
    ),
    "mug": (
        "mug cup coffee 杯 咖啡 マグ カップ コーヒー 머그 커피 tasse café кружк чашк ~кофе ~becher ~kaffee"
    ),
    "shoe": (
        "shoe sneaker boots sandal 鞋 靴 シューズ スニーカー 신발 운동화 러닝화 등산화 "
        "chaussure кроссовк ботинк ~schuhe ~stiefel"
    ),
    "backpack": (
        "backpack rucksack suitcase handbag school_bag 背包 双肩包 书包 行李箱 リュック "
        "かばん 배낭 가방 sac_à cartable valise рюкзак ранец сумк чемодан ~tasche ~rucksack "
        "~ranzen ~koffer"
    ),
    "lamp": (
        "lamp bulb lantern 灯 ランプ 電球 조명 전구 램프 lampe ampoule ~ламп светильник ~lampe ~leuchte"
    ),
    "phone": (
        "phone smartphone tablet 手机 平板 スマホ 携帯 휴대폰 스마트폰 coque_de_téléphone "
        "téléphone телефон смартфон handyhülle ~telefon"
    ),
    "bottle": (
        "bottle flask sunscreen face_cream shampoo oil 瓶 保温杯 防晒 面霜 橄榄油 ボトル "
        "水筒 日焼け止め クリーム オイル 물병 선크림 크림 올리브유 bouteille gourde crème "
        "huile бутылк крем масло ~flasche ~creme ~öl"
    ),
    "chair": (
        "chair stool sofa armchair 椅 沙发 チェア 椅子 ソファ 의자 소파 chaise fauteuil "
        "canapé кресл стул диван ~stuhl ~sessel"
    ),
    "watch": ("watch smartwatch clock 手表 闹钟 時計 시계 montre réveil часы будильник ~armbanduhr wecker"),
    "shirt": (
        "shirt t-shirt jacket sweater hoodie coat 衬衫 夹克 雨衣 毛衣 外套 シャツ "
        "ジャケット セーター コート 셔츠 재킷 우비 스웨터 코트 chemise veste manteau рубашк "
        "куртк дождевик свитер футболк ~hemd ~jacke"
    ),
    "camera": (
        "camera webcam baby_monitor 相机 摄像 监视器 カメラ ベビーモニター 카메라 "
        "아기_모니터 appareil_photo écoute-bébé камер радионян ~kamera babyfon"
    ),
    "plant": (
        "plant flower 植物 花盆 盆栽 植木 화분 plante fleurs pot_en_terre растени цвет "
        "горшок pflanze ~blumen ~tontopf"
    ),
    "box": ("board_game puzzle 桌游 拼图 ゲーム パズル 게임 퍼즐 jeu_de пазл игра ~spiel ~puzzle"),
    "cloth": (
        "blanket bed_sheet bath_towel towel yoga_mat pillow 毯 床单 浴巾 毛巾 垫 枕 毛布 "
        "シーツ タオル マット 담요 침구 수건 매트 베개 plaid draps serviette tapis oreiller "
        "плед полотенц коврик подушк постельн ~decke ~bettwäsche ~badetuch ~matte kissen"
    ),
    "pan": ("pan cast-iron skillet wok 锅 フライパン 鍋 무쇠 냄비 poêle casserole сковород кастрюл ~pfanne"),
    "tent": "tent 帐篷 テント 텐트 tente палатк zelt",
    "helmet": "helmet 头盔 ヘルメット 헬멧 casque_de_vélo велошлем шлем ~radhelm",
    "brush": "toothbrush brush 牙刷 歯ブラシ 칫솔 brosse электрощётк ~bürste",
    "screen": (
        "monitor television laptop 显示器 电视 モニター テレビ 모니터 écran монитор телевизор monitor"
    ),
    "": ("gloves notebook flowerpot 手套 花园 handschuhe winterhandschuhe sac_de_couchage sleeping_bag"),
}
"""Words that name an article, those of "" none. ``_`` is a space, ``~`` a word that may end a longer one."""


def _pattern(word: str) -> str:
    """Ideographs and the like anywhere, short words alone, others at a word's start."""
    plain = re.escape(word.removeprefix("~").replace("_", " "))
    if word.startswith("~") or ord(word[0]) > 0x2E80:
        return plain
    return rf"(?<!\w){plain}s?(?!\w)" if len(word) <= 4 else rf"(?<!\w){plain}"


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    pairs = [(word, shape) for shape, words in _WORDS.items() for word in words.split()]
    return tuple((re.compile(_pattern(word)), shape, len(word)) for word, shape in pairs)


def shape_of(text: str) -> str:
    """The article that a product's words name: the one of the longest word that is known; "" for none."""
    plain = text.casefold()
    best, size = "", 0
    for pattern, shape, length in _patterns():
        # Of words alike in length the first article counts.
        if length > size and pattern.search(plain):
            best, size = shape, length
    return best
